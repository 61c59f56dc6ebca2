import type { MacSourceName } from '../../../../shared/contract/network/resolve-mac.ts';

/** Looking up MAC addresses. */
export const macs = {
  title_one: 'MAC address of {{count, number}} headset',
  title_other: 'MAC addresses of {{count, number}} headsets',
  lookingUp_one: 'Looking up the MAC address of {{count, number}} headset.',
  lookingUp_other: 'Looking up the MAC addresses of {{count, number}} headsets.',
  again: 'Look up again',
  found_one: '{{count, number}} of {{total, number}} found and stored.',
  found_other: '{{count, number}} of {{total, number}} found and stored.',
  randomised_one: '{{count, number}} is randomised.',
  randomised_other: '{{count, number}} are randomised.',
  madeUp: 'Randomised for this network, not on the label',
  helpText: 'A router, a lease file or a list can know headsets that this computer cannot see.',
  helpAction: 'Add a source',
  list: 'Results',
  headset: 'Headset',
  address: 'MAC address',
  source: 'Source',
  notFound: 'Not found',
  via: '{{source}}, at {{ip}}',
  from: {
    station: 'this computer',
    'router-arp': 'a router, ARP table',
    'router-lease': 'a router, DHCP lease',
    'lease-file': 'a lease file',
    list: 'an imported list',
    'node-arp': 'the ARP command',
  } satisfies Record<MacSourceName, string>,
};
