import { z } from 'zod';

import { instantSchema, jsonObjectSchema, text } from '../../primitives.ts';
import { networkFaults } from './wifi-rules.ts';
import {
  flag,
  amount,
  words,
  proxySettingsSchema,
  COMPUTED,
  COMPUTED_OF_APPLICATION,
  applicationSchema,
  videoSchema,
  MAX_ENTRIES,
  fileSchema,
  fileInputSchema,
  wifiEnterpriseSchema,
  wifiSchema,
} from './settings-entries.ts';

/** Battery as the headset reports it: `level` in percent, `temperature` in °C, `voltage` in mV. */
export const batteryInfoSchema = z
  .object({
    level: z.number().min(0).max(100).describe('Charge in percent.'),
    isCharging: z.boolean().describe('True while charging; null if not reported.'),
    health: z
      .enum(['Good', 'Overheat', 'Dead', 'Over Voltage', 'Unknown'])
      .describe('Health of the battery, as Android names it.'),
    temperature: z.number().describe('Battery temperature in °C; null if not reported.'),
    voltage: z.number().describe('Battery voltage in mV; null if not reported.'),
  })
  .partial()
  .meta({ id: 'BatteryInfo', description: 'Battery as the headset reports it.' });
export type BatteryInfo = z.infer<typeof batteryInfoSchema>;

/** A storage volume as the headset reports it; sizes in bytes. */
export const storageSchema = z
  .object({
    volumeDescription: text(256).describe('Name of the volume.'),
    totalSpace: z.number().min(0).describe('Size of the volume in bytes.'),
    freeSpace: z.number().min(0).describe('Free space in bytes.'),
    usedSpace: z.number().min(0).describe('Used space in bytes.'),
    isRemovable: z.boolean().describe('True for a removable volume.'),
  })
  .partial()
  .meta({ id: 'Storage', description: 'A storage volume as the headset reports it.' });
export type Storage = z.infer<typeof storageSchema>;

/** Kiosk mode in the form that is always returned. */
export const kioskModeSchema = z
  .object({
    isActive: z.boolean().describe('True if kiosk mode is on.'),
    packageName: text(256).optional().describe('Application that the kiosk shows.'),
  })
  .meta({ id: 'KioskMode', description: 'Kiosk mode.' });

/** The groups of Settings. A configure merges them field by field. */
const displaySchema = z
  .object({
    brightness: amount.describe('Brightness in percent.'),
    refreshRate: amount.describe('Refresh rate in Hz.'),
    ipdMm: amount.describe('Interpupillary distance in mm.'),
    passthroughEnabled: flag.describe('True to allow passthrough.'),
    guardianEnabled: flag.describe('True to show the boundary.'),
    boundaryConfirmDialog: flag.describe('True to ask for confirmation of the boundary.'),
    bootAnimationEnabled: flag.describe('True to show the boot animation.'),
    chargingAnimationEnabled: flag.describe('True to show the charging animation.'),
  })
  .describe('Display settings.');

const audioSchema = z
  .object({
    multimedia: amount.describe('Volume of media.'),
    notification: amount.describe('Volume of notifications.'),
    alarm: amount.describe('Volume of alarms.'),
    system: amount.describe('Volume of system sounds.'),
  })
  .describe('Volume by kind of sound, in the steps of the headset.');

const powerSchema = z
  .object({
    screenOffDelaySec: amount.describe('Idle time before the screen turns off, in seconds.'),
    autoSleepDelaySec: amount.describe('Idle time before the headset sleeps, in seconds.'),
    autoSleepOnTakeoff: flag.describe('True to sleep when the headset is taken off.'),
    powerKeyShort: words.describe(
      'Action of a short press of the power key; values depend on the manufacturer.',
    ),
    powerKeyLong: words.describe(
      'Action of a long press of the power key; values depend on the manufacturer.',
    ),
    scheduledStartup: words.describe('Time of day to start.'),
    scheduledShutdown: words.describe('Time of day to shut down.'),
  })
  .describe('Power and sleep settings.');

const systemSchema = z
  .object({
    countryCode: words.describe('ISO 3166-1 alpha-2 country code.'),
    locale: words.describe('BCP 47 language tag, such as `fr-FR`.'),
    timezone: words.describe('IANA time zone, such as `Europe/Paris`.'),
    ntpServer: words.describe('Host name of the time server.'),
    defaultLauncherPackage: words.describe('Package of the launcher.'),
    autoTime: flag.describe('True to set the clock from the network.'),
    lockScreenEnabled: flag.describe('True to show a lock screen.'),
    lockScreenPasscodeEnabled: flag.describe('True to ask for a passcode on the lock screen.'),
    showAppQuitConfirmDialog: flag.describe('True to ask before an application is closed.'),
    killBackgroundVrApp: flag.describe('True to end a VR application that goes to the background.'),
    allowUnknownSources: flag.describe('True to allow applications from unknown sources.'),
    developerOptionsEnabled: flag.describe('True to show the developer options.'),
    keepAlivePackages: z
      .array(text(256))
      .max(500)
      .optional()
      .describe('Packages that the system must not end.'),
  })
  .describe('System settings.');

const securitySchema = z
  .object({
    usbEnabled: flag.describe('True to allow USB.'),
    usbFileTransferEnabled: flag.describe('True to allow file transfer over USB.'),
    usbDebuggingEnabled: flag.describe('True to allow USB debugging.'),
    usbTetheringEnabled: flag.describe('True to allow USB tethering.'),
    bluetoothEnabled: flag.describe('True to allow Bluetooth.'),
    bluetoothTetheringEnabled: flag.describe('True to allow Bluetooth tethering.'),
    wifiTetheringEnabled: flag.describe('True to allow a Wi-Fi hotspot.'),
    microphoneEnabled: flag.describe('True to allow the microphone.'),
    locationEnabled: flag.describe('True to allow location.'),
    screenCastEnabled: flag.describe('True to allow casting of the screen.'),
    screenshotAllowed: flag.describe('True to allow screenshots.'),
    cameraEnabled: flag.describe('True to allow the camera.'),
    factoryResetProtection: flag.describe('True to protect against a factory reset.'),
  })
  .describe('Switches for hardware and interfaces.');

const trackingSchema = z
  .object({
    eyeTrackingEnabled: flag.describe('True to allow eye tracking.'),
    faceTrackingEnabled: flag.describe('True to allow face tracking.'),
    handTrackingEnabled: flag.describe('True to allow hand tracking.'),
    bodyTrackingEnabled: flag.describe('True to allow body tracking.'),
    sixDof: flag.describe('True for six degrees of freedom, false for three.'),
    controllerVibration: flag.describe('True to allow controllers to vibrate.'),
    trackingOrigin: words.describe('Origin of tracking; values depend on the manufacturer.'),
  })
  .describe('Tracking settings.');

const shortcutsSchema = z
  .object({
    recordEnabled: flag.describe('True to allow recording of the screen.'),
    castEnabled: flag.describe('True to allow casting.'),
    captureEnabled: flag.describe('True to allow screenshots by shortcut.'),
    settingsEnabled: flag.describe('True to allow the quick settings.'),
    recenterEnabled: flag.describe('True to allow recentring of the view.'),
    backEnabled: flag.describe('True to allow the back key.'),
    fitEnabled: flag.describe('True to allow the fit adjustment.'),
  })
  .describe('Shortcuts that the wearer may use.');

const networkSchema = z
  .object({
    wifiEnabled: flag.describe('True to allow Wi-Fi.'),
    wifiP2pEnabled: flag.describe('True to allow Wi-Fi Direct.'),
    otaPolicy: words.describe('Policy for system updates; values depend on the manufacturer.'),
    otaServerUrl: text(4_096).optional().describe('URL of the system update server.'),
    globalProxy: proxySettingsSchema.optional().describe('Proxy for all networks.'),
  })
  .describe('Network settings.');

/** Single settings that a headset has and a change sets. */
const switches = {
  developerSettingsAllowed: z.boolean().describe('True to allow developer settings.'),
  isOfflineEnabled: z.boolean().describe('True to allow use without a network.'),
  isContentDownloadAllowed: z.boolean().describe('True to allow downloads of contents.'),
  isLanDiscoveryEnabled: z
    .boolean()
    .describe('True to let the agent look for stations on the local network.'),
  isScreensharingEnabled: z.boolean().describe('True to allow screen sharing.'),
  isLanIntercomEnabled: z.boolean().describe('True to allow the intercom on the local network.'),
};

/** The Settings object of the interface; every key is optional. Source: the API documentation, "Settings". */
export const settingsSchema = z
  .object({
    kioskMode: kioskModeSchema.describe('Kiosk mode: the headset shows one application only.'),
    ...switches,
    expirationDate: instantSchema
      .nullable()
      .describe('Instant with a zone after which the configuration expires; null for no limit.'),
    volume: z.number().describe('Volume in percent.'),
    applications: z.array(applicationSchema).describe('Assigned applications.'),
    videos: z.array(videoSchema).describe('Assigned videos.'),
    files: z.array(fileSchema).describe('Assigned files.'),
    packages: z.array(text(256)).describe('Allowed packages.'),
    wifi: z.array(wifiSchema).describe('Wi-Fi networks to join.'),
    video360: z.array(jsonObjectSchema).describe('Further 360° videos, as the interface lists them.'),
    batteryInfo: batteryInfoSchema.describe('Battery as the headset last reported it.'),
    storages: z.array(storageSchema).describe('Storage volumes as the headset last reported them.'),
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
  .meta({
    id: 'Settings',
    description:
      'Everything that a headset is configured with, and what it reports of itself. Every key is optional.',
  });
export type Settings = z.infer<typeof settingsSchema>;

/** Returns the same object with every field nullable: null clears a field. */
function clearable<Shape extends Record<string, z.ZodType>>(group: z.ZodObject<Shape>) {
  const shape = Object.fromEntries(
    // A clone of a definition has no description, so that the document describes the field once, on the outside.
    Object.entries(group.shape).map(([name, field]) => [
      name,
      describedLike(field, z.nullish(field.clone(field.def))),
    ]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot follow a mapping over the fields of any object
  const fields = shape as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> };
  return describedLike(group, z.object(fields));
}

/** Returns `schema` with the description of `original`, if that has one. */
function describedLike<Schema extends z.ZodType>({ description }: z.ZodType, schema: Schema): Schema {
  return description === undefined ? schema : schema.describe(description);
}

const reportedElsewhere = z.unknown().meta({ description: 'Reported by the headset; ignored here.' });

const wifiChangeSchema = wifiSchema.extend({
  password: text(64)
    .nullish()
    .describe('Write-only. Absent keeps the stored password, null means an open network.'),
});
/** A network that headsets can join. */
const wifiInputSchema = wifiChangeSchema
  .extend({
    enterprise: wifiEnterpriseSchema
      .omit({ hasClientCertificate: true })
      .optional()
      .describe('How a WPA-Enterprise network authenticates headsets (802.1X; an extension).'),
  })
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
    kioskMode: z
      .union([
        z.boolean(),
        z.object({
          isActive: z.boolean().optional().describe('True if it is switched on.'),
          packageName: text(256).nullish().describe('Android package name, such as `org.example.volcano`.'),
        }),
      ])
      .describe('Kiosk mode: the headset shows one application only.'),
    ...switches,
    expirationDate: instantSchema.describe(
      'Instant with a zone after which it is removed; null for no limit.',
    ),
    volume: z.number().describe('Volume in percent.'),
    applications: z
      .array(applicationSchema.omit(COMPUTED_OF_APPLICATION))
      .max(MAX_ENTRIES)
      .describe('Assigned applications.'),
    videos: z.array(videoSchema.omit(COMPUTED)).max(MAX_ENTRIES).describe('Assigned videos.'),
    files: z.array(fileInputSchema).max(MAX_ENTRIES).describe('Assigned files.'),
    packages: z.array(text(256)).max(MAX_ENTRIES).describe('Allowed packages.'),
    wifi: z.array(wifiInputSchema).max(100).describe('Wi-Fi networks to join.'),
    video360: z
      .array(jsonObjectSchema)
      .max(MAX_ENTRIES)
      .describe('Further 360° videos, as the interface lists them.'),
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
    levels: z
      .literal('percent')
      .describe(
        'Scale of the volumes and the brightness in this change (an extension): `percent` gives each headset the number of its manufacturer’s range. Absent: the numbers are the manufacturer’s own.',
      ),
    replacedNetworks: z
      .literal('drop')
      .describe(
        '`drop`: removes Wi-Fi networks that stay until the headset was seen on another; absent: they stay until then (an extension).',
      ),
  }),
).meta({
  id: 'SettingsChange',
  description:
    'A change of settings: absent keys stay, null clears, groups merge by field, lists are replaced.',
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** A stored change, which may have been written before networks were checked. */
export const storedChangeSchema = settingsChangeSchema.extend({
  wifi: z.array(wifiChangeSchema).max(100).nullish().describe('Wi-Fi networks to join.'),
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
    savedNetworks: z
      .array(text(32))
      .max(100)
      .optional()
      .describe('Names of the assigned Wi-Fi networks that are saved on the headset; absent: unknown.'),
  })
  .meta({
    id: 'EffectiveSettings',
    description:
      'Settings in effect on the headset, as its agent reports them (an extension). Absent keys are unknown.',
  });
export type EffectiveSettings = z.infer<typeof effectiveSettingsSchema>;
