import { z } from 'zod';

import { instantSchema, jsonObjectSchema, text } from '../../primitives.ts';
import { networkFaults } from './wifi-rules.ts';

const flag = z.boolean().optional();
const amount = z.number().optional();
const words = text(512).optional();

/** A proxy as the interface spells it, including the capital P of `byPass`. */
export const proxySettingsSchema = z.object({
  use: flag,
  host: words,
  port: z.int().min(0).max(65_535).optional(),
  byPass: text(2_048).optional(),
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

/** Assigned content compared with what the headset last reported. Always computed, never stored. */
export const deploymentSchema = z
  .object({
    contentId: z.string(),
    type: z.string(),
    packageName: z.string(),
    status: z.enum(DEPLOYMENT_STATUSES),
    /** 0 to 1. */
    progress: z.number(),
    installedVersionCode: z.number().nullable(),
    expectedVersionCode: z.number().nullable(),
    computedAt: instantSchema,
  })
  .partial()
  .meta({ id: 'Deployment' });

const MAX_URL = 4_096;

/**
 * The assigned URL, in the record that a headset reads of itself: there `url` is the station's own URL, which can
 * change, if the station holds the content. Everywhere else `url` is the assigned one (an extension).
 */
const originalUrl = text(MAX_URL).optional();

/** Fields of an entry that the station computes; they cannot be written. */
export const COMPUTED = { deployment: true, originalUrl: true } as const;
export const COMPUTED_OF_APPLICATION = { ...COMPUTED, originalObbUrl: true } as const;

/** An application assigned to a device. */
export const applicationSchema = z
  .object({
    id: text(128).optional(),
    idDetailContent: text(128).nullish(),
    packageName: text(256).optional(),
    url: text(4_096).optional(),
    codeVersion: amount,
    obbUrl: text(4_096).nullish(),
    expirationDate: instantSchema.nullish(),
    originalUrl,
    /** The assigned `obbUrl`. */
    originalObbUrl: originalUrl,
    deployment: deploymentSchema.optional(),
  })
  .meta({ id: 'Application' });

/** A video assigned to a device. */
export const videoSchema = z
  .object({
    id: text(128),
    idDetailContent: text(128).nullish(),
    title: words,
    url: text(4_096).optional(),
    posterUrl: text(4_096).optional(),
    vignetteUrl: text(4_096).optional(),
    synopsis: text(8_192).optional(),
    description: text(8_192).optional(),
    isStereoscopic: flag,
    projectionType: z.enum(['flat', 'sphere', 'dome', 'full_dome', 'cube']).optional(),
    formatType: z.enum(['2D', '3D_Side_By_Side', '3D_Over_Under']).optional(),
    expirationDate: instantSchema.nullish(),
    originalUrl,
    deployment: deploymentSchema.optional(),
  })
  .meta({ id: 'Video' });

/** Maximum number of entries in one list of contents. */
export const MAX_ENTRIES = 2_000;

/** A file assigned to a device. `destinationPath` is data for the headset and never used on this machine's disk. */
export const fileSchema = z
  .object({
    id: text(128).optional(),
    name: text(512),
    url: text(4_096),
    destinationPath: text(1_024).optional(),
    originalUrl,
    deployment: deploymentSchema.optional(),
  })
  .meta({ id: 'DeviceFile' });

/** A file as it is assigned. */
export const fileInputSchema = fileSchema.omit(COMPUTED).extend({ name: text(512, 1), url: text(4_096, 1) });

/** How a WPA-Enterprise network authenticates headsets (802.1X). */
const wifiEnterpriseSchema = z.object({
  method: z.enum(['PEAP', 'TLS', 'TTLS']),
  /** For PEAP and TTLS. */
  innerMethod: z.enum(['MSCHAPV2', 'GTC', 'PAP', 'MSCHAP']).optional(),
  identity: text(256, 1),
  anonymousIdentity: text(256).optional(),
  /** Name that the server certificate must carry. */
  domain: text(256).optional(),
  /** PEM. */
  caCertificate: text(20_000).optional(),
  /** For TLS: a PKCS #12 file in base64, opened with the network's password. Returned only together with that. */
  clientCertificate: text(20_000).optional(),
  /** In answers without the certificate: there is one. */
  hasClientCertificate: z.boolean().optional(),
});

/**
 * A Wi-Fi network to join. The password is only in the full record of one device: never in lists, bulk replies and
 * streams. `security`, `enterprise` and `isReplaced` are an extension.
 */
export const wifiSchema = z
  .object({
    ssid: text(32, 1),
    password: text(64).optional(),
    hidden: flag,
    priority: amount,
    proxySettings: proxySettingsSchema.optional(),
    security: z.enum(['open', 'wpa2', 'wpa3', 'enterprise']).optional(),
    enterprise: wifiEnterpriseSchema.optional(),
    /** True if it stays only until its headset was seen on another network of the list; the station sets it. */
    isReplaced: z.literal(true).optional(),
  })
  .meta({ id: 'Wifi' });

/** Battery as the headset reports it: `level` in percent, `temperature` in °C, `voltage` in mV. */
export const batteryInfoSchema = z
  .object({
    level: z.number().min(0).max(100),
    isCharging: z.boolean(),
    health: z.enum(['Good', 'Overheat', 'Dead', 'Over Voltage', 'Unknown']),
    temperature: z.number(),
    voltage: z.number(),
  })
  .partial()
  .meta({ id: 'BatteryInfo' });
export type BatteryInfo = z.infer<typeof batteryInfoSchema>;

/** A storage volume as the headset reports it; sizes in bytes. */
export const storageSchema = z
  .object({
    volumeDescription: text(256),
    totalSpace: z.number().min(0),
    freeSpace: z.number().min(0),
    usedSpace: z.number().min(0),
    isRemovable: z.boolean(),
  })
  .partial()
  .meta({ id: 'Storage' });
export type Storage = z.infer<typeof storageSchema>;

/** Kiosk mode in the form that is always returned. */
export const kioskModeSchema = z
  .object({ isActive: z.boolean(), packageName: text(256).optional() })
  .meta({ id: 'KioskMode' });

/** The groups of Settings. A configure merges them field by field. */
const displaySchema = z.object({
  brightness: amount,
  refreshRate: amount,
  ipdMm: amount,
  passthroughEnabled: flag,
  guardianEnabled: flag,
  boundaryConfirmDialog: flag,
  bootAnimationEnabled: flag,
  chargingAnimationEnabled: flag,
});

const audioSchema = z.object({ multimedia: amount, notification: amount, alarm: amount, system: amount });

const powerSchema = z.object({
  screenOffDelaySec: amount,
  autoSleepDelaySec: amount,
  autoSleepOnTakeoff: flag,
  powerKeyShort: words,
  powerKeyLong: words,
  scheduledStartup: words,
  scheduledShutdown: words,
});

const systemSchema = z.object({
  countryCode: words,
  locale: words,
  timezone: words,
  ntpServer: words,
  defaultLauncherPackage: words,
  autoTime: flag,
  lockScreenEnabled: flag,
  lockScreenPasscodeEnabled: flag,
  showAppQuitConfirmDialog: flag,
  killBackgroundVrApp: flag,
  allowUnknownSources: flag,
  developerOptionsEnabled: flag,
  keepAlivePackages: z.array(text(256)).max(500).optional(),
});

const securitySchema = z.object({
  usbEnabled: flag,
  usbFileTransferEnabled: flag,
  usbDebuggingEnabled: flag,
  usbTetheringEnabled: flag,
  bluetoothEnabled: flag,
  bluetoothTetheringEnabled: flag,
  wifiTetheringEnabled: flag,
  microphoneEnabled: flag,
  locationEnabled: flag,
  screenCastEnabled: flag,
  screenshotAllowed: flag,
  cameraEnabled: flag,
  factoryResetProtection: flag,
});

const trackingSchema = z.object({
  eyeTrackingEnabled: flag,
  faceTrackingEnabled: flag,
  handTrackingEnabled: flag,
  bodyTrackingEnabled: flag,
  sixDof: flag,
  controllerVibration: flag,
  trackingOrigin: words,
});

const shortcutsSchema = z.object({
  recordEnabled: flag,
  castEnabled: flag,
  captureEnabled: flag,
  settingsEnabled: flag,
  recenterEnabled: flag,
  backEnabled: flag,
  fitEnabled: flag,
});

const networkSchema = z.object({
  wifiEnabled: flag,
  wifiP2pEnabled: flag,
  otaPolicy: words,
  otaServerUrl: text(4_096).optional(),
  globalProxy: proxySettingsSchema.optional(),
});

/** The Settings object of the interface; every key is optional. Source: the API documentation, "Settings". */
export const settingsSchema = z
  .object({
    kioskMode: kioskModeSchema,
    developerSettingsAllowed: z.boolean(),
    isOfflineEnabled: z.boolean(),
    isContentDownloadAllowed: z.boolean(),
    isLanDiscoveryEnabled: z.boolean(),
    isScreensharingEnabled: z.boolean(),
    isLanIntercomEnabled: z.boolean(),
    expirationDate: instantSchema.nullable(),
    volume: z.number(),
    applications: z.array(applicationSchema),
    videos: z.array(videoSchema),
    files: z.array(fileSchema),
    packages: z.array(text(256)),
    wifi: z.array(wifiSchema),
    video360: z.array(jsonObjectSchema),
    batteryInfo: batteryInfoSchema,
    storages: z.array(storageSchema),
    display: displaySchema,
    audio: audioSchema,
    power: powerSchema,
    system: systemSchema,
    security: securitySchema,
    tracking: trackingSchema,
    shortcuts: shortcutsSchema,
    network: networkSchema,
  })
  .partial()
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

/** Returns the same object with every field nullable: null clears a field. */
function clearable<Shape extends z.ZodRawShape>(group: z.ZodObject<Shape>) {
  const shape = Object.fromEntries(
    Object.entries(group.shape).map(([name, field]) => [name, z.nullish(field)]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot follow a mapping over the fields of any object
  return z.object(shape as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> });
}

const reportedElsewhere = z.unknown().meta({ description: 'Reported by the headset; ignored here' });

const wifiChangeSchema = wifiSchema.extend({ password: text(64).nullish() });
/** A network that headsets can join. */
const wifiInputSchema = wifiChangeSchema
  .extend({ enterprise: wifiEnterpriseSchema.omit({ hasClientCertificate: true }).optional() })
  .check(({ value, issues }) => {
    for (const { path, message } of networkFaults(value))
      issues.push({ code: 'custom', input: value, path: [path], message });
  });

/**
 * The body of a configure: absent keys stay, null clears, groups merge field by field, arrays replace. `kioskMode` is
 * accepted in both forms of the interface. A Wi-Fi entry without `password` keeps the stored one of its network.
 * Source: the API documentation, "Devices: configuration".
 */
export const settingsChangeSchema = clearable(
  z.object({
    kioskMode: z.union([
      z.boolean(),
      z.object({ isActive: z.boolean().optional(), packageName: text(256).nullish() }),
    ]),
    developerSettingsAllowed: z.boolean(),
    isOfflineEnabled: z.boolean(),
    isContentDownloadAllowed: z.boolean(),
    isLanDiscoveryEnabled: z.boolean(),
    isScreensharingEnabled: z.boolean(),
    isLanIntercomEnabled: z.boolean(),
    expirationDate: instantSchema,
    volume: z.number(),
    applications: z.array(applicationSchema.omit(COMPUTED_OF_APPLICATION)).max(MAX_ENTRIES),
    videos: z.array(videoSchema.omit(COMPUTED)).max(MAX_ENTRIES),
    files: z.array(fileInputSchema).max(MAX_ENTRIES),
    packages: z.array(text(256)).max(MAX_ENTRIES),
    wifi: z.array(wifiInputSchema).max(100),
    video360: z.array(jsonObjectSchema).max(MAX_ENTRIES),
    batteryInfo: reportedElsewhere,
    storages: reportedElsewhere,
    display: clearable(displaySchema),
    audio: clearable(audioSchema),
    power: clearable(powerSchema),
    system: clearable(systemSchema),
    security: clearable(securitySchema),
    tracking: clearable(trackingSchema),
    shortcuts: clearable(shortcutsSchema),
    network: clearable(networkSchema),
    /** Volumes and brightness in per cent, for headsets of any manufacturer; absent: the manufacturer's own numbers. */
    levels: z.literal('percent'),
    /** Removes Wi-Fi networks that stay until the headset was seen on another; absent: they stay until then. */
    replacedNetworks: z.literal('drop'),
  }),
).meta({ id: 'SettingsChange' });
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** A stored change, which may have been written before networks were checked. */
export const storedChangeSchema = settingsChangeSchema.extend({
  wifi: z.array(wifiChangeSchema).max(100).nullish(),
});

/**
 * The settings in effect on a headset, as its agent reports them (an extension): single settings and groups, and of
 * lists only the names of Wi-Fi networks. Absent ones are unknown.
 */
export const effectiveSettingsSchema = settingsSchema
  .pick({
    kioskMode: true,
    developerSettingsAllowed: true,
    isOfflineEnabled: true,
    isContentDownloadAllowed: true,
    isLanDiscoveryEnabled: true,
    isScreensharingEnabled: true,
    isLanIntercomEnabled: true,
    volume: true,
    display: true,
    audio: true,
    power: true,
    system: true,
    security: true,
    tracking: true,
    shortcuts: true,
    network: true,
  })
  .extend({
    /** Names of the assigned Wi-Fi networks that are saved on the headset; absent: unknown. */
    savedNetworks: z.array(text(32)).max(100).optional(),
  })
  .meta({ id: 'EffectiveSettings' });
export type EffectiveSettings = z.infer<typeof effectiveSettingsSchema>;
