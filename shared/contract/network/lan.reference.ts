import type { OperationExamples } from '../reference/reference.ts';

const lan = {
  isOn: true,
  port: 7443,
  interfaces: ['eth0'],
  addresses: ['https://192.168.1.20:7443'],
  tlsFingerprint: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  problem: null,
  isSetByFlags: false,
  allowsUnpairedEnrolment: false,
  hasAdminPasscode: true,
  available: [
    { name: 'eth0', addresses: ['192.168.1.20'] },
    { name: 'wlan0', addresses: [] },
  ],
};

export const examples: OperationExamples = {
  getLan: { reply: lan },
  getCertificate: {
    reply: {
      certificate: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----',
      sha256:
        'A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90:A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90',
      validUntil: '2028-11-26T08:00:00.000Z',
    },
  },
  setLan: {
    body: {
      isOn: true,
      port: 7443,
      interfaces: ['eth0'],
      allowsUnpairedEnrolment: false,
      adminPasscode: 'coral-lagoon-tide',
    },
    reply: lan,
  },
};
