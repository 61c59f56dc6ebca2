import type { Descriptions } from '../../reference/reference.ts';
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

export const descriptions: Descriptions = {
  proxySettings: 'Proxy for this network.',
  Application: 'An application assigned to a device.',
  Video: 'A video assigned to a device.',
  DeviceFile: 'A file assigned to a device.',
  'Application.id': 'Id of the content.',
  'Video.id': 'Id of the content, as in the web interface.',
  'DeviceFile.id': 'Id of the content; without one the file is identified by its `url`.',
  'DeviceFile.name': 'Name of the file.',
  'Application.url': 'URL of the APK.',
  'Application.codeVersion': 'Assigned version code; a change reinstalls the application from `url`.',
  idDetailContent: 'Id of the content sheet; null if there is none.',
  obbUrl: 'URL of the expansion file (OBB); null if there is none.',
  originalUrl:
    'Assigned URL, where `url` is the station’s own copy (an extension; read by the headset itself).',
  originalObbUrl: 'Assigned `obbUrl`, where `obbUrl` is the station’s own copy (an extension).',
  deployment: 'Deployment status of the content; computed by the station.',
  Deployment: 'Assigned content compared with what the headset last reported; computed, never stored.',
  'Deployment.type': 'Kind of content: `application`, `video` or `file`.',
  posterUrl: 'URL of the poster image.',
  vignetteUrl: 'URL of the thumbnail.',
  synopsis: 'Summary of the video.',
  isStereoscopic: 'True for a stereoscopic video.',
  projectionType: 'Projection of the video.',
  formatType: 'Frame layout of the video.',
  destinationPath: 'Path of the file on the headset (an extension).',
  Wifi: 'A Wi-Fi network to join.',
  'Wifi.security': 'Security of the network (an extension).',
  'SettingsChange.wifi.security': 'Security of the network (an extension).',
  password: 'Password of the network. Returned only in the full record of one device.',
  hidden: 'True if the network does not broadcast its name.',
  priority: 'Priority among the known networks; the highest is joined first.',
  isReplaced:
    'True if it stays only until its headset was seen on another network of the list; the station sets it (an extension).',
  'Wifi.enterprise': 'How a WPA-Enterprise network authenticates headsets (802.1X; an extension).',
  'SettingsChange.wifi.enterprise':
    'How a WPA-Enterprise network authenticates headsets (802.1X; an extension).',
  method: 'EAP method.',
  innerMethod: 'Inner authentication method of PEAP and TTLS.',
  identity: 'User name.',
  anonymousIdentity: 'User name that is sent unencrypted.',
  domain: 'Name that the server certificate must carry.',
  caCertificate: 'Certificate of the authority, in PEM.',
  clientCertificate:
    'For TLS: a PKCS #12 file in base64, opened with the password of the network. Returned only together with the password; without one, the stored one stays.',
  hasClientCertificate: 'In answers without the certificate: true if one is stored. Ignored when sent.',
};
