import type { Descriptions, OperationExamples } from '../reference/reference.ts';

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

/** Examples of LAN access. */
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

export const descriptions: Descriptions = {
  Lan: 'LAN access to the station.',
  StationCertificate: 'The certificate that browsers on the local network are shown.',
  'StationCertificate.certificate': 'The certificate in PEM.',
  'StationCertificate.sha256':
    'SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits.',
  'StationCertificate.validUntil': 'When the certificate expires; a new one from the same key follows.',
  'Lan.port': 'TCP port on the local network.',
  interfaces: 'Names of the network interfaces; null for all.',
  'available.addresses': 'IP addresses of the interface.',
  allowsUnpairedEnrolment: 'False if headsets must pair before they enrol by code over the local network.',
  hasAdminPasscode: 'True if a passcode allows administration over the local network.',
  adminPasscode:
    'Passcode for administration over the local network; null removes it. Sessions opened with the old one end.',
  available: 'Network interfaces of this computer, with their addresses.',
};
