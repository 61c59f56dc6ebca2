import { LICENCE_ENDS_AT, PACKAGE_NAME } from '../../reference/values.ts';

/** A proxy of a network. */
export const proxyExample = {
  use: true,
  host: 'proxy.school.example',
  port: 3128,
  byPass: 'localhost,*.school.example',
};

/** Entries of the lists that a person assigns: applications, videos, files, networks. */
export const entriesExample = {
  applications: [
    {
      id: 'app-planetarium',
      idDetailContent: 'sheet-planetarium',
      packageName: PACKAGE_NAME,
      url: 'https://content.school.example/planetarium-42.apk',
      codeVersion: 42,
      obbUrl: 'https://content.school.example/planetarium-42.obb',
      expirationDate: LICENCE_ENDS_AT,
    },
  ],
  videos: [
    {
      id: 'video-reef',
      idDetailContent: 'sheet-reef',
      title: 'The coral reef',
      url: 'https://content.school.example/reef.mp4',
      posterUrl: 'https://content.school.example/reef-poster.webp',
      vignetteUrl: 'https://content.school.example/reef-small.webp',
      synopsis: 'Ten minutes under water.',
      description: 'A dive along a reef, with the names of the animals.',
      isStereoscopic: true,
      projectionType: 'sphere' as const,
      formatType: '3D_Over_Under' as const,
      expirationDate: null,
    },
  ],
  files: [
    {
      id: 'file-worksheet',
      name: 'worksheet.pdf',
      url: 'https://content.school.example/worksheet.pdf',
      destinationPath: 'documents/worksheet.pdf',
    },
  ],
  packages: [PACKAGE_NAME],
  wifi: [
    {
      ssid: 'School XR',
      password: 'not-a-real-password',
      hidden: false,
      priority: 10,
      isReplaced: true as const,
      proxySettings: proxyExample,
      security: 'enterprise' as const,
      enterprise: {
        method: 'PEAP' as const,
        innerMethod: 'MSCHAPV2' as const,
        identity: 'cart-a',
        anonymousIdentity: 'anonymous',
        domain: 'radius.school.example',
        caCertificate: '-----BEGIN CERTIFICATE-----',
        clientCertificate: 'MIIKPw==',
      },
    },
  ],
  video360: [{ id: 'video-reef' }],
};
