import type { Descriptions } from '../../reference/reference.ts';
import type { z } from 'zod';

import type { settingsChangeSchema, settingsSchema } from './settings.ts';
import { entriesExample, proxyExample } from './settings-entries.reference.ts';
import { BEAT_AT, CONTENT_SHA256, LICENCE_ENDS_AT, PACKAGE_NAME } from '../../reference/values.ts';

/** Deployment status of a content, as the station computes it. */
const deployment = (contentId: string, type: string) => ({
  contentId,
  type,
  packageName: PACKAGE_NAME,
  status: 'INSTALLED' as const,
  progress: 1,
  installedVersionCode: 42,
  expectedVersionCode: 42,
  computedAt: BEAT_AT,
});

/** Groups of settings, which merge field by field. */
const groups = {
  display: {
    brightness: 60,
    refreshRate: 72,
    ipdMm: 63,
    passthroughEnabled: true,
    guardianEnabled: true,
    boundaryConfirmDialog: false,
    bootAnimationEnabled: true,
    chargingAnimationEnabled: true,
  },
  audio: { multimedia: 40, notification: 20, alarm: 20, system: 20 },
  power: {
    screenOffDelaySec: 30,
    autoSleepDelaySec: 300,
    autoSleepOnTakeoff: true,
    powerKeyShort: 'SCREEN_OFF',
    powerKeyLong: 'POWER_MENU',
    scheduledStartup: '07:30',
    scheduledShutdown: '17:30',
  },
  system: {
    countryCode: 'FR',
    locale: 'fr-FR',
    timezone: 'Europe/Paris',
    ntpServer: 'ntp.school.example',
    defaultLauncherPackage: PACKAGE_NAME,
    autoTime: true,
    lockScreenEnabled: false,
    lockScreenPasscodeEnabled: false,
    showAppQuitConfirmDialog: true,
    killBackgroundVrApp: true,
    allowUnknownSources: false,
    developerOptionsEnabled: false,
    keepAlivePackages: [PACKAGE_NAME],
  },
  security: {
    usbEnabled: true,
    usbFileTransferEnabled: false,
    usbDebuggingEnabled: false,
    usbTetheringEnabled: false,
    bluetoothEnabled: true,
    bluetoothTetheringEnabled: false,
    wifiTetheringEnabled: false,
    microphoneEnabled: true,
    locationEnabled: false,
    screenCastEnabled: true,
    screenshotAllowed: false,
    cameraEnabled: false,
    factoryResetProtection: true,
  },
  tracking: {
    eyeTrackingEnabled: false,
    faceTrackingEnabled: false,
    handTrackingEnabled: true,
    bodyTrackingEnabled: false,
    sixDof: true,
    controllerVibration: true,
    trackingOrigin: 'FLOOR',
  },
  shortcuts: {
    recordEnabled: false,
    castEnabled: true,
    captureEnabled: false,
    settingsEnabled: false,
    recenterEnabled: true,
    backEnabled: true,
    fitEnabled: true,
  },
  network: {
    wifiEnabled: true,
    wifiP2pEnabled: false,
    otaPolicy: 'postponed',
    otaServerUrl: 'https://updates.school.example',
    globalProxy: proxyExample,
  },
};

/** The values that the headset reports; a configure ignores them. */
export const reportedExample = {
  batteryInfo: { level: 81, isCharging: false, health: 'Good' as const, temperature: 31.5, voltage: 4_012 },
  storages: [
    {
      volumeDescription: 'Internal storage',
      totalSpace: 128_000_000_000,
      freeSpace: 96_000_000_000,
      usedSpace: 32_000_000_000,
      isRemovable: false,
    },
  ],
};

const switches = {
  kioskMode: { isActive: true, packageName: PACKAGE_NAME },
  developerSettingsAllowed: false,
  isOfflineEnabled: true,
  isContentDownloadAllowed: true,
  isLanDiscoveryEnabled: true,
  isScreensharingEnabled: true,
  isLanIntercomEnabled: true,
  expirationDate: LICENCE_ENDS_AT,
  volume: 40,
};

/** The settings in effect, as the headset's agent reports them. */
const { expirationDate: _expirationDate, ...effectiveSwitches } = switches;
export const effectiveSettingsExample = { ...effectiveSwitches, ...groups, savedNetworks: ['CART-A'] };

/** Settings with every field, as a configure accepts them. */
export const settingsChangeExample: z.input<typeof settingsChangeSchema> = {
  ...switches,
  ...entriesExample,
  ...reportedExample,
  ...groups,
  levels: 'percent',
  replacedNetworks: 'drop',
};

/** Settings in a bulk reply: without deployments, Wi-Fi passwords and client certificates. */
export const bareSettingsExample = {
  ...switches,
  ...entriesExample,
  wifi: entriesExample.wifi.map(({ password: _password, enterprise, ...network }) => {
    const { clientCertificate: _certificate, ...access } = enterprise;
    return { ...network, enterprise: { ...access, hasClientCertificate: true } };
  }),
  ...reportedExample,
  ...groups,
};

/** Settings in a reply that is not a full read: without Wi-Fi passwords. */
export const answeredSettingsExample = {
  ...bareSettingsExample,
  applications: entriesExample.applications.map((each) => ({
    ...each,
    deployment: deployment(each.id, 'application'),
  })),
  videos: entriesExample.videos.map((each) => ({ ...each, deployment: deployment(each.id, 'video') })),
  files: entriesExample.files.map((each) => ({ ...each, deployment: deployment(each.id, 'file') })),
};

/** A URL of this station, which its own headset reads for contents that the station holds. */
const here = (name: string) => `https://192.168.1.20:7443/library/${CONTENT_SHA256}/${name}`;

/** Settings with every field, as its own headset reads them. */
export const settingsExample: z.input<typeof settingsSchema> = {
  ...answeredSettingsExample,
  applications: answeredSettingsExample.applications.map((each) => ({
    ...each,
    url: here('planetarium-42.apk'),
    originalUrl: each.url,
    obbUrl: here('planetarium-42.obb'),
    originalObbUrl: each.obbUrl,
  })),
  videos: answeredSettingsExample.videos.map((each) => ({
    ...each,
    url: here('reef.mp4'),
    originalUrl: each.url,
  })),
  files: answeredSettingsExample.files.map((each) => ({
    ...each,
    url: here('worksheet.pdf'),
    originalUrl: each.url,
  })),
  wifi: entriesExample.wifi.map((network) => ({
    ...network,
    enterprise: { ...network.enterprise, hasClientCertificate: true },
  })),
};

export const descriptions: Descriptions = {
  batteryInfo: 'Battery as the headset last reported it.',
  storages: 'Storage volumes as the headset last reported them.',
  EffectiveSettings:
    'Settings in effect on the headset, as its agent reports them (an extension). Absent keys are unknown.',
  savedNetworks: 'Names of the assigned Wi-Fi networks that are saved on the headset; absent: unknown.',
  Settings:
    'Everything that a headset is configured with, and what it reports of itself. Every key is optional.',
  SettingsChange:
    'A change of settings: absent keys stay, null clears, groups merge by field, lists are replaced.',
  replacedNetworks:
    '`drop`: removes Wi-Fi networks that stay until the headset was seen on another; absent: they stay until then (an extension).',
  levels:
    'Scale of the volumes and the brightness in this change (an extension): `percent` gives each headset the number of its manufacturer’s range. Absent: the numbers are the manufacturer’s own.',
  kioskMode: 'Kiosk mode: the headset shows one application only.',
  KioskMode: 'Kiosk mode.',
  'KioskMode.isActive': 'True if kiosk mode is on.',
  'KioskMode.packageName': 'Application that the kiosk shows.',
  developerSettingsAllowed: 'True to allow developer settings.',
  isOfflineEnabled: 'True to allow use without a network.',
  isContentDownloadAllowed: 'True to allow downloads of contents.',
  isLanDiscoveryEnabled: 'True to let the agent look for stations on the local network.',
  isScreensharingEnabled: 'True to allow screen sharing.',
  isLanIntercomEnabled: 'True to allow the intercom on the local network.',
  expirationDate: 'Instant with a zone after which it is removed; null for no limit.',
  'Settings.expirationDate': 'Instant with a zone after which the configuration expires; null for no limit.',
  volume: 'Volume in percent.',
  videos: 'Assigned videos.',
  files: 'Assigned files.',
  packages: 'Allowed packages.',
  wifi: 'Wi-Fi networks to join.',
  video360: 'Further 360° videos, as the interface lists them.',
  display: 'Display settings.',
  brightness: 'Brightness in percent.',
  refreshRate: 'Refresh rate in Hz.',
  ipdMm: 'Interpupillary distance in mm.',
  passthroughEnabled: 'True to allow passthrough.',
  guardianEnabled: 'True to show the boundary.',
  boundaryConfirmDialog: 'True to ask for confirmation of the boundary.',
  bootAnimationEnabled: 'True to show the boot animation.',
  chargingAnimationEnabled: 'True to show the charging animation.',
  audio: 'Volume by kind of sound, in the steps of the headset.',
  multimedia: 'Volume of media.',
  notification: 'Volume of notifications.',
  alarm: 'Volume of alarms.',
  'audio.system': 'Volume of system sounds.',
  power: 'Power and sleep settings.',
  screenOffDelaySec: 'Idle time before the screen turns off, in seconds.',
  autoSleepDelaySec: 'Idle time before the headset sleeps, in seconds.',
  autoSleepOnTakeoff: 'True to sleep when the headset is taken off.',
  powerKeyShort: 'Action of a short press of the power key; values depend on the manufacturer.',
  powerKeyLong: 'Action of a long press of the power key; values depend on the manufacturer.',
  scheduledStartup: 'Time of day to start.',
  scheduledShutdown: 'Time of day to shut down.',
  system: 'System settings.',
  countryCode: 'ISO 3166-1 alpha-2 country code.',
  ntpServer: 'Host name of the time server.',
  defaultLauncherPackage: 'Package of the launcher.',
  autoTime: 'True to set the clock from the network.',
  lockScreenEnabled: 'True to show a lock screen.',
  lockScreenPasscodeEnabled: 'True to ask for a passcode on the lock screen.',
  showAppQuitConfirmDialog: 'True to ask before an application is closed.',
  killBackgroundVrApp: 'True to end a VR application that goes to the background.',
  allowUnknownSources: 'True to allow applications from unknown sources.',
  developerOptionsEnabled: 'True to show the developer options.',
  keepAlivePackages: 'Packages that the system must not end.',
  security: 'Switches for hardware and interfaces.',
  usbEnabled: 'True to allow USB.',
  usbFileTransferEnabled: 'True to allow file transfer over USB.',
  usbDebuggingEnabled: 'True to allow USB debugging.',
  usbTetheringEnabled: 'True to allow USB tethering.',
  bluetoothEnabled: 'True to allow Bluetooth.',
  bluetoothTetheringEnabled: 'True to allow Bluetooth tethering.',
  wifiTetheringEnabled: 'True to allow a Wi-Fi hotspot.',
  microphoneEnabled: 'True to allow the microphone.',
  locationEnabled: 'True to allow location.',
  screenCastEnabled: 'True to allow casting of the screen.',
  screenshotAllowed: 'True to allow screenshots.',
  cameraEnabled: 'True to allow the camera.',
  factoryResetProtection: 'True to protect against a factory reset.',
  tracking: 'Tracking settings.',
  eyeTrackingEnabled: 'True to allow eye tracking.',
  faceTrackingEnabled: 'True to allow face tracking.',
  handTrackingEnabled: 'True to allow hand tracking.',
  bodyTrackingEnabled: 'True to allow body tracking.',
  sixDof: 'True for six degrees of freedom, false for three.',
  controllerVibration: 'True to allow controllers to vibrate.',
  trackingOrigin: 'Origin of tracking; values depend on the manufacturer.',
  shortcuts: 'Shortcuts that the wearer may use.',
  recordEnabled: 'True to allow recording of the screen.',
  castEnabled: 'True to allow casting.',
  captureEnabled: 'True to allow screenshots by shortcut.',
  settingsEnabled: 'True to allow the quick settings.',
  recenterEnabled: 'True to allow recentring of the view.',
  backEnabled: 'True to allow the back key.',
  fitEnabled: 'True to allow the fit adjustment.',
  network: 'Network settings.',
  wifiEnabled: 'True to allow Wi-Fi.',
  wifiP2pEnabled: 'True to allow Wi-Fi Direct.',
  otaPolicy: 'Policy for system updates; values depend on the manufacturer.',
  otaServerUrl: 'URL of the system update server.',
  globalProxy: 'Proxy for all networks.',
  use: 'True to use the proxy.',
  host: 'Host name or IP address of the proxy.',
  byPass: 'Hosts that bypass the proxy, separated by commas.',
  BatteryInfo: 'Battery as the headset reports it.',
  'BatteryInfo.level': 'Charge in percent.',
  Storage: 'A storage volume as the headset reports it.',
  volumeDescription: 'Name of the volume.',
  totalSpace: 'Size of the volume in bytes.',
  freeSpace: 'Free space in bytes.',
  usedSpace: 'Used space in bytes.',
  isRemovable: 'True for a removable volume.',
};
