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
