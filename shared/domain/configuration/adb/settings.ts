import { type Brand, mdmInfoSchema } from '../../../contract/devices/reported.ts';
import { CONTENT_FIELDS } from '../catalog/facts.ts';
import { type FieldShape, SETTINGS_FIELDS, type SettingsField } from '../catalog/fields.ts';
import { ADB_SOURCES, type AdbCapability, type AdbFact, factOn } from './facts.ts';

/** What an agent over adb says about itself: nothing is installed on the headset, so nothing owns it. */
export const ADB_AGENT = { codeVersion: 1, labelVersion: 'adb', isDeviceOwner: false } as const;

/**
 * Returns true if a headset has no agent of its own, and a station manages it over adb. `agent` is what it reported
 * about its agent, as JSON; null: nothing.
 */
export function isManagedByAdb(agent: string | null): boolean {
  const reported = agent === null ? null : mdmInfoSchema.nullable().parse(JSON.parse(agent));
  return reported?.labelVersion === ADB_AGENT.labelVersion;
}

const no = (how: string, source: string = ADB_SOURCES.android): AdbCapability => ({
  support: 'no',
  how: `By adb: not supported. ${how}`,
  certainty: 'A',
  source,
});

const NO_COMMAND = no('No command is known that works on headsets.');
const NEEDS_OWNER = no('It takes a device owner on the headset to enforce it.');
const MANUFACTURER_ONLY = no('Only the manufacturer’s own settings or service can change it.');
const NO_AGENT = no('It is a switch of an agent on the headset, and there is none.', ADB_SOURCES.own);
const OWN_CONNECTION = no('The station needs it to reach the headset.', ADB_SOURCES.own);
const SAFETY = no('The boundary protects the wearer: change it on the headset.', ADB_SOURCES.own);
const NO_OPTION = no('The command for Wi-Fi networks has no such option.', ADB_SOURCES.wifi);
const wifi: AdbCapability = {
  support: 'partial',
  how: '`cmd wifi add-network`, read back by its name with `list-networks`; nothing tells whether the password is right.',
  since: '12',
  certainty: 'C',
  source: ADB_SOURCES.wifi,
};

const kiosk: AdbCapability = {
  support: 'partial',
  how: 'By adb: held by the station, not locked by the headset. A wearer can leave the app for up to 3 s.',
  certainty: 'C',
  source: ADB_SOURCES.own,
};
const content: AdbCapability = {
  support: 'yes',
  how: 'Copied under a temporary name, checked by its SHA-256, then renamed; apps by `cmd package install`.',
  certainty: 'A',
  source: ADB_SOURCES.packages,
};

/** Settings that adb writes, and those that it does not for another reason than a missing command. */
const KNOWN: Readonly<Partial<Record<SettingsField, AdbCapability>>> = {
  'kioskMode.isActive': kiosk,
  'kioskMode.packageName': kiosk,
  wifi,
  'wifi[].ssid': wifi,
  'wifi[].password': wifi,
  'wifi[].security': wifi,
  volume: {
    support: 'yes',
    how: '`cmd media_session volume --stream 3`, in steps of the headset’s own range.',
    since: '8',
    certainty: 'C',
    source: ADB_SOURCES.media,
  },
  'display.brightness': {
    support: 'yes',
    how: '`settings put system screen_brightness`; automatic brightness is switched off.',
    certainty: 'C',
    source: ADB_SOURCES.settings,
    on: {
      meta: {
        support: 'yes',
        how: '`settings put system screen_brightness`; automatic brightness is switched off.',
        certainty: 'B',
        source: `${ADB_SOURCES.settings}; ${ADB_SOURCES.scripts}`,
      },
    },
  },
  'power.screenOffDelaySec': {
    support: 'yes',
    how: '`settings put system screen_off_timeout`.',
    certainty: 'C',
    source: ADB_SOURCES.settings,
  },
  'system.timezone': {
    support: 'yes',
    how: '`cmd alarm set-timezone`.',
    certainty: 'C',
    source: ADB_SOURCES.alarm,
  },
  'system.locale': {
    support: 'partial',
    how: '`settings put system system_locales`; some systems show it after a restart.',
    certainty: 'C',
    source: ADB_SOURCES.settings,
  },
  'system.autoTime': {
    support: 'yes',
    how: '`settings put global auto_time`.',
    certainty: 'C',
    source: ADB_SOURCES.settings,
  },
  'system.ntpServer': {
    support: 'partial',
    how: '`settings put global ntp_server`; some systems use it after a restart.',
    certainty: 'C',
    source: ADB_SOURCES.settings,
  },
  'display.refreshRate': {
    ...MANUFACTURER_ONLY,
    on: {
      meta: {
        support: 'partial',
        how: '`setprop debug.oculus.refreshRate`; read back is the property, not the display. Set again after a restart.',
        certainty: 'B',
        source: ADB_SOURCES.scripts,
      },
    },
  },
  isContentDownloadAllowed: {
    support: 'yes',
    how: 'The station copies no content while it is off.',
    certainty: 'A',
    source: ADB_SOURCES.own,
  },
  developerSettingsAllowed: OWN_CONNECTION,
  isOfflineEnabled: NO_AGENT,
  isLanDiscoveryEnabled: NO_AGENT,
  isScreensharingEnabled: {
    support: 'yes',
    how: 'The station takes no pictures while it is off.',
    certainty: 'A',
    source: ADB_SOURCES.own,
  },
  isLanIntercomEnabled: NO_AGENT,
  expirationDate: NO_AGENT,
  packages: NO_AGENT,
  video360: NO_AGENT,
  'display.guardianEnabled': SAFETY,
  'display.boundaryConfirmDialog': SAFETY,
  'system.developerOptionsEnabled': OWN_CONNECTION,
  'security.usbEnabled': OWN_CONNECTION,
  'security.usbDebuggingEnabled': OWN_CONNECTION,
  'network.wifiEnabled': OWN_CONNECTION,
  'network.otaPolicy': NEEDS_OWNER,
  'network.otaServerUrl': NEEDS_OWNER,
  'system.lockScreenEnabled': NEEDS_OWNER,
  'system.lockScreenPasscodeEnabled': NEEDS_OWNER,
  'system.defaultLauncherPackage': NEEDS_OWNER,
  'system.allowUnknownSources': NEEDS_OWNER,
};

const CONTENTS = new Set<string>([...CONTENT_FIELDS, 'applications']);

/** Groups that no command of Android reaches on a headset. */
const GROUPS: readonly (readonly [RegExp, AdbCapability])[] = [
  [/^wifi\b/, NO_OPTION],
  [/^security\./, NEEDS_OWNER],
  [/^(?:tracking|shortcuts)\./, MANUFACTURER_ONLY],
  [/^display\./, MANUFACTURER_ONLY],
  [/^power\./, MANUFACTURER_ONLY],
];

/** Returns what is known about every setting over adb, by its path. Reported values are not settings. */
export const ADB_SETTINGS: ReadonlyMap<string, AdbCapability> = new Map(
  Object.entries<FieldShape>(SETTINGS_FIELDS).flatMap(([path, { isReported }]) =>
    isReported === true ? [] : [[path, capabilityOf(path)] as const],
  ),
);

/** Returns what is known about a setting over adb on the headsets of a manufacturer; undefined if it is reported. */
export function adbFactOf(path: string, brand: Brand): AdbFact | undefined {
  const capability = ADB_SETTINGS.get(path);
  return capability === undefined ? undefined : factOn(capability, brand);
}

function capabilityOf(path: string): AdbCapability {
  const known = Object.entries(KNOWN).find(([name]) => name === path)?.[1];
  if (known !== undefined) return known;
  if (CONTENTS.has(path)) return content;
  return GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? NO_COMMAND;
}
