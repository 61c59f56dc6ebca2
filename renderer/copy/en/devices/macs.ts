import type { MacSourceName } from '../../../../shared/contract/network/resolve-mac.ts';

/** Looking up MAC addresses. */
export const macs = {
  title_one: 'MAC address of {{count, number}} headset',
  title_other: 'MAC addresses of {{count, number}} headsets',
  looking_one: 'Looking for the address of {{count, number}} headset.',
  looking_other: 'Looking for the addresses of {{count, number}} headsets.',
  again: 'Look again',
  found_one: '{{count, number}} of {{total, number}} found and stored.',
  found_other: '{{count, number}} of {{total, number}} found and stored.',
  randomised_one: '{{count, number}} is made up by its headset.',
  randomised_other: '{{count, number}} are made up by their headsets.',
  madeUp: 'Made up for this network: it is on no label',
  helpText: 'A router, a lease file or a list knows headsets that this computer does not see.',
  helpAction: 'Add a source',
  list: 'What was found',
  headset: 'Headset',
  address: 'MAC address',
  source: 'Known from',
  notFound: 'Not found',
  via: '{{source}}, by {{ip}}',
  from: {
    station: 'this computer',
    'router-arp': 'a router, connected',
    'router-lease': 'a router, leased',
    'lease-file': 'a lease file',
    list: 'a list',
    'node-arp': 'the ARP command',
  } satisfies Record<MacSourceName, string>,
};
