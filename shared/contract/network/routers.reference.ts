import type { ResolvedMac } from './resolve-mac.ts';
import type { RouterView } from './routers.ts';
import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, DEVICE_ID, ENROLLED_AT, OTHER_DEVICE_ID } from '../reference/values.ts';

/** Fingerprint of the router's key. */
const FINGERPRINT = '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const router: RouterView = {
  id: 'router-1',
  kind: 'mikrotik',
  label: 'Router of the second floor',
  isEnabled: true,
  url: 'https://192.168.88.1',
  username: 'station',
  hasPassword: true,
  hasApiKey: false,
  site: null,
  path: null,
  entryCount: null,
  allowsOtherNetworks: false,
  poolSize: 200,
  certificate: { fingerprint: FINGERPRINT, pinnedAt: ENROLLED_AT },
};
const resolved: ResolvedMac = {
  deviceId: DEVICE_ID,
  macAddress: 'A4:5E:60:12:34:56',
  ip: '192.168.88.57',
  source: 'router-arp',
  routerId: 'router-1',
  resolvedAt: BEAT_AT,
  isRandomised: false,
};

/** Examples of MAC addresses and their sources. */
export const examples: OperationExamples = {
  resolveMac: { reply: resolved },
  resolveMacs: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID] },
    reply: [
      { id: DEVICE_ID, success: true, resolved },
      {
        id: OTHER_DEVICE_ID,
        success: false,
        error: { code: 'MAC_NOT_RESOLVED', message: 'Nobody knows the MAC address of 192.168.88.58.' },
      },
    ],
  },
  listRouters: { reply: { items: [router] } },
  replaceRouters: {
    body: {
      items: [
        {
          id: 'router-1',
          kind: 'mikrotik',
          label: 'Router of the second floor',
          isEnabled: true,
          url: 'https://192.168.88.1',
          username: 'station',
          password: 'a long password',
          apiKey: 'key-of-a-unifi-console',
          site: 'default',
          path: '/var/lib/misc/dnsmasq.leases',
          csv: 'ip,mac,hostname\n192.168.88.57,A4:5E:60:12:34:56,PICO-A8110',
          allowsOtherNetworks: false,
          poolSize: 200,
        },
      ],
    },
    reply: { items: [router] },
  },
  testRouter: {
    body: { acceptFingerprint: FINGERPRINT },
    reply: {
      id: 'router-1',
      isOk: true,
      finding: 'OK',
      message: 'Found 34 neighbours and 30 active leases.',
      arpEntries: 34,
      leaseEntries: 30,
      fingerprint: FINGERPRINT,
      durationMs: 84,
    },
  },
};

export const parameters: ParameterNotes = {
  routerId: { description: 'The identifier of the router.', example: 'router-1' },
};

export const descriptions: Descriptions = {
  Router: 'A source of MAC addresses: a router, a lease file or a list.',
  isEnabled: 'True if it is used.',
  username: 'User name, or the API key of OPNsense; null if none.',
  'replaceRouters.body.items.password':
    'Password, or the API secret of OPNsense. Absent keeps it, null removes it.',
  apiKey: 'API key of UniFi. Absent keeps it, null removes it.',
  hasPassword: 'True if a password is stored.',
  hasApiKey: 'True if an API key is stored.',
  site: 'UniFi site by name or id; null for all.',
  'Router.path': 'Absolute path of the lease file on this computer; null for other kinds.',
  'replaceRouters.body.items.path': 'Absolute path of the lease file on this computer; null for other kinds.',
  'Router.url': 'Scheme, host and port, such as `https://192.168.88.1`; null for other kinds.',
  'replaceRouters.body.items.url':
    'Scheme, host and port, such as `https://192.168.88.1`; null for other kinds.',
  'replaceRouters.body.items.csv': 'List `ip,mac,hostname`, one headset per line. Absent keeps it.',
  'replaceRouters.body.items': 'All routers, in the order in which they are queried; others are removed.',
  entryCount: 'Number of addresses in the list; null for other kinds.',
  allowsOtherNetworks: 'True to allow addresses of this computer or of networks it is not on.',
  poolSize: 'Number of addresses for headsets; null to ask the router.',
  certificate: 'Key that the router must present; null before the first contact and without TLS.',
  fingerprint: 'SHA-256 of the TLS public key in base64url; null if none was presented.',
  pinnedAt: 'When the key was accepted.',
  acceptFingerprint: 'Fingerprint of a changed key to accept, if the router still presents it.',
  RouterTest: 'Result of a router test.',
  arpEntries: 'Addresses in the ARP table or among the connected clients.',
  leaseEntries: 'Addresses in the active leases.',
  ResolvedMac: 'A MAC address that was found and stored.',
  ResolvedMacResult: 'Result for one requested id.',
  ip: 'LAN address of the headset.',
  'ResolvedMac.source': 'Where it was found.',
  routerId: 'Id of the router, lease file or list that had it; null if the station itself did.',
  resolvedAt: 'When it was found.',
  isRandomised: 'True for a randomised MAC address, which is on no label.',
  resolved: 'What was found.',
};
