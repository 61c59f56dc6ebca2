import { z } from 'zod';

import { jsonObjectSchema, text, nullableNumber } from '../primitives.ts';
import * as field from '../fields.ts';

/** Manufacturers. The brand is detected from the name and product of a model. */
export const brandSchema = z.enum(['pico', 'meta', 'htc', 'generic']);
export type Brand = z.infer<typeof brandSchema>;

export const deviceTypeSchema = z
  .object({
    id: field.id,
    name: z.string().describe('Model name as the headset reports it.'),
    product: z.string().describe('Product name as Android reports it.'),
    brand: brandSchema.describe('Manufacturer, detected from the model; null if unknown.'),
  })
  .meta({ id: 'TypeDevice', description: 'A device model.' });
export type DeviceType = z.infer<typeof deviceTypeSchema>;

export const mdmInfoSchema = z
  .object({
    codeVersion: z.int().describe('Version code of the agent.'),
    labelVersion: text(64).describe('Version name of the agent.'),
    isDeviceOwner: z.boolean().describe('True if the agent is the Android device owner.'),
  })
  .partial()
  .meta({ id: 'MdmInfo', description: 'Management agent on the headset, as it reports itself.' });

/** A licence. Its values are free text, since the interface lists none. */
export const licenseSchema = z
  .object({
    level: text(64).nullable().describe('Level of the licence; free text.'),
    status: text(64).nullable().describe('Status of the licence; free text.'),
    alertDate: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('When to warn that the licence ends; null for no warning.'),
  })
  .partial()
  .meta({ id: 'License', description: 'A licence. The interface lists no values, so all texts are free.' });
export type License = z.infer<typeof licenseSchema>;

/** A download as the headset reports it: `speed` in bytes per second, `startTime` in ms since 1970 UTC. */
export const downloadTaskSchema = z
  .object({
    downloadId: z.number().describe('Id of the download on the headset.'),
    url: text(4_096).describe('URL that is downloaded.'),
    dir: text(1_024).describe('Folder on the headset.'),
    fileName: text(512).describe('Name of the file on the headset.'),
    totalBytes: z.number().describe('Size in bytes.'),
    lastBytes: z.number().describe('Bytes downloaded so far.'),
    status: text(64).describe('Status as the headset reports it; free text.'),
    progress: z.number().describe('Progress as the headset reports it.'),
    speed: z.number().describe('Transfer rate, in bytes per second.'),
    typeFile: text(64).describe('Kind of file, as the headset reports it.'),
    startTime: z
      .number()
      .describe('When the download started, in milliseconds since 1970 UTC by the headset’s clock.'),
    associatedObject: jsonObjectSchema
      .nullable()
      .describe('The content that the download is for, as the headset reports it; null if none.'),
  })
  .partial()
  .meta({ id: 'DownloadTask', description: 'A download on the headset, as it reports it.' });
export type DownloadTask = z.infer<typeof downloadTaskSchema>;

export const installedPackageSchema = z
  .object({
    packageName: text(256).describe('Android package name, such as `org.example.volcano`.'),
    versionCode: z.number().describe('Android version code; null if not reported.'),
    versionName: text(128).describe('Android version name; null if not reported.'),
  })
  .partial()
  .meta({ id: 'InstalledPackage', description: 'A package that the headset reports as installed.' });
export type InstalledPackage = z.infer<typeof installedPackageSchema>;

export const contentPresenceSchema = z
  .object({
    contentId: text(128).describe('Id of the content: the `id` of its entry, or its `url` if it has none.'),
    type: text(64).describe('Kind of the event, content or value.'),
    packageName: text(256).nullable().describe('Android package name, such as `org.example.volcano`.'),
    present: z.boolean().describe('True if the content is on the headset.'),
    sizeBytes: z.number().describe('Size in bytes.'),
    installed: z.boolean().describe('True if the application is installed.'),
    installedVersionCode: nullableNumber.describe(
      'Version code on the headset; null if not installed or not reported.',
    ),
    expectedVersionCode: nullableNumber.describe('Assigned version code; null if any version will do.'),
    managedPaths: z
      .array(text(1_024))
      .max(1_000)
      .describe('Paths on the headset that belong to the content.'),
  })
  .partial()
  .meta({
    id: 'ContentPresence',
    description: 'Whether an assigned content is on the headset, as it reports it.',
  });
export type ContentPresence = z.infer<typeof contentPresenceSchema>;

/** A MAC address. Source: the API documentation, field `macAddress`. */
export const macAddressSchema = z
  .string()
  .regex(/^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$/, 'A MAC address is six pairs of hex digits with colons');
