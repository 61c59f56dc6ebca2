import { z } from 'zod';

import { instantSchema, text, nullableNumber } from '../../primitives.ts';
import * as field from '../../fields.ts';

export const flag = z.boolean().optional();
export const amount = z.number().optional();
export const words = text(512).optional();

/** A proxy as the interface spells it, including the capital P of `byPass`. */
export const proxySettingsSchema = z.object({
  use: flag.describe('True to use the proxy.'),
  host: words.describe('Host name or IP address of the proxy.'),
  port: z.int().min(0).max(65_535).optional().describe('TCP port.'),
  byPass: text(2_048).optional().describe('Hosts that bypass the proxy, separated by commas.'),
});

/** Deployment states of a content on a headset. Source: the API documentation, "Deployment object". */
export const DEPLOYMENT_STATUSES = [
  'ASSIGNED',
  'DOWNLOADING',
  'INSTALLING',
  'INSTALLED',
  'OUTDATED',
  'FAILED',
  'REMOVING',
] as const;

export const deploymentSchema = z
  .object({
    contentId: z.string().describe('Id of the content: the `id` of its entry, or its `url` if it has none.'),
    type: z.string().describe('Kind of content: `application`, `video` or `file`.'),
    packageName: field.packageName,
    status: z.enum(DEPLOYMENT_STATUSES).describe('Current status.'),
    progress: z.number().describe('Share that is done, 0 to 1.'),
    installedVersionCode: nullableNumber.describe(
      'Version code on the headset; null if not installed or not reported.',
    ),
    expectedVersionCode: nullableNumber.describe('Assigned version code; null if any version will do.'),
    computedAt: field.computedAt,
  })
  .partial()
  .meta({
    id: 'Deployment',
    description: 'Assigned content compared with what the headset last reported; computed, never stored.',
  });

const MAX_URL = 4_096;

/**
 * The assigned URL, in the record that a headset reads of itself: there `url` is the station's own URL, which can
 * change, if the station holds the content. Everywhere else `url` is the assigned one (an extension).
 */
const originalUrl = text(MAX_URL).optional();

/** Fields of an entry that the station computes; they cannot be written. */
export const COMPUTED = { deployment: true, originalUrl: true } as const;
export const COMPUTED_OF_APPLICATION = { ...COMPUTED, originalObbUrl: true } as const;

const assignedUrl = originalUrl.describe(
  'Assigned URL, where `url` is the station’s own copy (an extension; read by the headset itself).',
);
const deployment = deploymentSchema
  .optional()
  .describe('Deployment status of the content; computed by the station.');
const expirationDate = instantSchema
  .nullish()
  .describe('Instant with a zone after which it is removed; null for no limit.');

export const applicationSchema = z
  .object({
    id: text(128).optional().describe('Id of the content.'),
    idDetailContent: text(128).nullish().describe('Id of the content sheet; null if there is none.'),
    packageName: text(256).optional().describe('Android package name, such as `org.example.volcano`.'),
    url: text(4_096).optional().describe('URL of the APK.'),
    codeVersion: amount.describe('Assigned version code; a change reinstalls the application from `url`.'),
    obbUrl: text(4_096).nullish().describe('URL of the expansion file (OBB); null if there is none.'),
    expirationDate,
    originalUrl: assignedUrl,
    originalObbUrl: originalUrl.describe(
      'Assigned `obbUrl`, where `obbUrl` is the station’s own copy (an extension).',
    ),
    deployment,
  })
  .meta({ id: 'Application', description: 'An application assigned to a device.' });

export const videoSchema = z
  .object({
    id: text(128).describe('Id of the content, as in the web interface.'),
    idDetailContent: text(128).nullish().describe('Id of the content sheet; null if there is none.'),
    title: words.describe('Title shown to people.'),
    url: text(4_096).optional().describe('URL, with scheme and host.'),
    posterUrl: text(4_096).optional().describe('URL of the poster image.'),
    vignetteUrl: text(4_096).optional().describe('URL of the thumbnail.'),
    synopsis: text(8_192).optional().describe('Summary of the video.'),
    description: text(8_192).optional().describe('Free text.'),
    isStereoscopic: flag.describe('True for a stereoscopic video.'),
    projectionType: z
      .enum(['flat', 'sphere', 'dome', 'full_dome', 'cube'])
      .optional()
      .describe('Projection of the video.'),
    formatType: z
      .enum(['2D', '3D_Side_By_Side', '3D_Over_Under'])
      .optional()
      .describe('Frame layout of the video.'),
    expirationDate,
    originalUrl: assignedUrl,
    deployment,
  })
  .meta({ id: 'Video', description: 'A video assigned to a device.' });

/** Maximum number of entries in one list of contents. */
export const MAX_ENTRIES = 2_000;

/** A file assigned to a device. `destinationPath` is data for the headset and never used on this machine's disk. */
export const fileSchema = z
  .object({
    id: text(128).optional().describe('Id of the content; without one the file is identified by its `url`.'),
    name: text(512).describe('Name of the file.'),
    url: text(4_096).describe('URL, with scheme and host.'),
    destinationPath: text(1_024).optional().describe('Path of the file on the headset (an extension).'),
    originalUrl: assignedUrl,
    deployment,
  })
  .meta({ id: 'DeviceFile', description: 'A file assigned to a device.' });

/** A file as it is assigned. */
export const fileInputSchema = fileSchema.omit(COMPUTED).extend({
  name: text(512, 1).describe('Name shown to people.'),
  url: text(4_096, 1).describe('URL, with scheme and host.'),
});

/** How a WPA-Enterprise network authenticates headsets (802.1X). */
export const wifiEnterpriseSchema = z.object({
  method: z.enum(['PEAP', 'TLS', 'TTLS']).describe('EAP method.'),
  innerMethod: z
    .enum(['MSCHAPV2', 'GTC', 'PAP', 'MSCHAP'])
    .optional()
    .describe('Inner authentication method of PEAP and TTLS.'),
  identity: text(256, 1).describe('User name.'),
  anonymousIdentity: text(256).optional().describe('User name that is sent unencrypted.'),
  domain: text(256).optional().describe('Name that the server certificate must carry.'),
  caCertificate: text(20_000).optional().describe('Certificate of the authority, in PEM.'),
  clientCertificate: text(20_000)
    .optional()
    .describe(
      'For TLS: a PKCS #12 file in base64, opened with the password of the network. Returned only together with the password; without one, the stored one stays.',
    ),
  hasClientCertificate: z
    .boolean()
    .optional()
    .describe('In answers without the certificate: true if one is stored. Ignored when sent.'),
});

/**
 * A Wi-Fi network to join. The password is only in the full record of one device: never in lists, bulk replies and
 * streams. `security`, `enterprise` and `isReplaced` are an extension.
 */
export const wifiSchema = z
  .object({
    ssid: text(32, 1).describe('Name of the network (SSID).'),
    password: text(64)
      .optional()
      .describe('Password of the network. Returned only in the full record of one device.'),
    hidden: flag.describe('True if the network does not broadcast its name.'),
    priority: amount.describe('Priority among the known networks; the highest is joined first.'),
    proxySettings: proxySettingsSchema.optional().describe('Proxy for this network.'),
    security: z
      .enum(['open', 'wpa2', 'wpa3', 'enterprise'])
      .optional()
      .describe('Security of the network (an extension).'),
    enterprise: wifiEnterpriseSchema
      .optional()
      .describe('How a WPA-Enterprise network authenticates headsets (802.1X; an extension).'),
    isReplaced: z
      .literal(true)
      .optional()
      .describe(
        'True if it stays only until its headset was seen on another network of the list; the station sets it (an extension).',
      ),
  })
  .meta({ id: 'Wifi', description: 'A Wi-Fi network to join.' });
