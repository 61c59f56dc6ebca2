import { z } from 'zod';

import { jsonObjectSchema, text } from '../primitives.ts';

/** Manufacturers. The brand is detected from the name and product of a model. */
export const brandSchema = z.enum(['pico', 'meta', 'htc', 'generic']);
export type Brand = z.infer<typeof brandSchema>;

/** The device model type of the interface. */
export const deviceTypeSchema = z
  .object({ id: z.string(), name: z.string(), product: z.string(), brand: brandSchema })
  .meta({ id: 'TypeDevice' });
export type DeviceType = z.infer<typeof deviceTypeSchema>;

/** The management agent on the headset. */
export const mdmInfoSchema = z
  .object({ codeVersion: z.int(), labelVersion: text(64), isDeviceOwner: z.boolean() })
  .partial()
  .meta({ id: 'MdmInfo' });

/** A licence. Its values are free text, since the interface lists none. */
export const licenseSchema = z
  .object({
    level: text(64).nullable(),
    status: text(64).nullable(),
    alertDate: z.iso.datetime({ offset: true }).nullable(),
  })
  .partial()
  .meta({ id: 'License' });
export type License = z.infer<typeof licenseSchema>;

/** A download as the headset reports it: `speed` in bytes per second, `startTime` in ms since 1970 UTC. */
export const downloadTaskSchema = z
  .object({
    downloadId: z.number(),
    url: text(4_096),
    dir: text(1_024),
    fileName: text(512),
    totalBytes: z.number(),
    lastBytes: z.number(),
    status: text(64),
    progress: z.number(),
    speed: z.number(),
    typeFile: text(64),
    startTime: z.number(),
    associatedObject: jsonObjectSchema.nullable(),
  })
  .partial()
  .meta({ id: 'DownloadTask' });
export type DownloadTask = z.infer<typeof downloadTaskSchema>;

/** A package that the headset reports as installed. */
export const installedPackageSchema = z
  .object({ packageName: text(256), versionCode: z.number(), versionName: text(128) })
  .partial()
  .meta({ id: 'InstalledPackage' });
export type InstalledPackage = z.infer<typeof installedPackageSchema>;

/** Whether an assigned content is on the headset, as it reports it. */
export const contentPresenceSchema = z
  .object({
    contentId: text(128),
    type: text(64),
    packageName: text(256).nullable(),
    present: z.boolean(),
    sizeBytes: z.number(),
    installed: z.boolean(),
    installedVersionCode: z.number().nullable(),
    expectedVersionCode: z.number().nullable(),
    managedPaths: z.array(text(1_024)).max(1_000),
  })
  .partial()
  .meta({ id: 'ContentPresence' });
export type ContentPresence = z.infer<typeof contentPresenceSchema>;

/** A MAC address. Source: the API documentation, field `macAddress`. */
export const macAddressSchema = z
  .string()
  .regex(/^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$/, 'A MAC address is six pairs of hex digits with colons');
