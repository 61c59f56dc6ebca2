import type { ResolvedMac } from './resolve-mac.ts';
import type { RouterView } from './routers.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
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
