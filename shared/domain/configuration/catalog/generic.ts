import { type BrandFacts, SOURCES, type Fact } from './facts.ts';

/**
 * A restriction of the device-owner profile. Whether a headset of an unknown manufacturer honours it can only be
 * tried.
 */
function restriction(name: string, more = ''): Fact {
  return {
    support: 'partial',
    source: SOURCES.aosp,
    note: `Where the agent is the Android device owner: "${name}".${more}`,
  };
}

/** The Android device-owner baseline, for headsets of an unknown manufacturer. */
export const GENERIC: BrandFacts = {
  notes: ['The baseline of an Android device owner: a headset of unknown make may offer less or more.'],
  facts: {
    volume: {
      support: 'partial',
      source: SOURCES.headwind,
      unit: '%',
      range: { min: 0, max: 100 },
      note: 'As Headwind MDM sets it on Android.',
    },
    'display.brightness': {
      support: 'partial',
      source: SOURCES.headwind,
      range: { min: 0, max: 255 },
      note: 'As Headwind MDM sets it on Android; automatic brightness is a choice of its own.',
    },
    'power.screenOffDelaySec': restriction('screen timeout', ' The profile counts in minutes.'),
    'system.timezone': {
      support: 'partial',
      source: SOURCES.headwind,
      note: 'As Headwind MDM sets it on Android: `auto` or an Olson name.',
    },
    'system.lockScreenPasscodeEnabled': restriction('password length, type and failures before wipe'),
    'system.allowUnknownSources': restriction('unknown sources blocked'),
    'security.usbFileTransferEnabled': restriction('USB file transfer blocked'),
    'security.usbDebuggingEnabled': restriction('debugging features allowed'),
    'security.bluetoothEnabled': restriction('Bluetooth blocked'),
    'security.screenshotAllowed': restriction('screen capture blocked'),
    'security.cameraEnabled': restriction('camera blocked'),
    'security.factoryResetProtection': restriction('factory reset blocked'),
    'network.otaPolicy': {
      support: 'partial',
      source: `${SOURCES.androidUpdates}; ${SOURCES.headwind}`,
      values: ['default', 'auto', 'windowed', 'postponed'],
      note: 'Where the agent is the Android device owner. The names are this station’s own: the interface lists none.',
    },
  },
};
