import { aCandidate, type BrandFacts, SOURCES } from './facts.ts';

const source = SOURCES.pico;
const yes = { support: 'yes', source } as const;
const partial = { support: 'partial', source } as const;
const unknown = { support: 'unknown', source } as const;

const NEO3_PRO = 'Neo3 Pro';
const PICO_4_ENTERPRISE = 'PICO 4 Enterprise';
const oneStream = {
  support: 'unknown',
  source: SOURCES.picoVolume,
  note: 'The manufacturer documents one stream only, see `volume`.',
} as const;
const powerKey = {
  ...yes,
  values: ['enable', 'disable'],
  note: 'PropertyDisablePowerKey turns the key on or off; it gives it no other action.',
};
const schedule = {
  ...yes,
  note: 'PICO 4 Enterprise, G3 and Neo3: hour, minute and repeat (0 = once, else 7 bits Monday to Sunday).',
};
const hidesLockScreen = { ...partial, note: 'Hides the lock screen entry of the settings only.' };

/** PICO: display, audio, power and system. */
export const PICO_DEVICE: BrandFacts['facts'] = {
  volume: { support: 'yes', source: SOURCES.picoVolume, range: { min: 0, max: 15 } },
  'display.brightness': {
    ...yes,
    source: `${source}; ${SOURCES.manageXr}`,
    range: { min: 0, max: 255 },
    note: 'ManageXR shows the same as 0 to 100. Automatic brightness is a switch of its own, from OS 5.6.0.',
  },
  'display.refreshRate': {
    ...yes,
    source: `${source}; ${SOURCES.picoProject}`,
    values: [72, 90, 120],
    minimumOs: [
      { model: NEO3_PRO, version: '5.7.0' },
      { model: PICO_4_ENTERPRISE, version: '5.7.0' },
    ],
    note: 'The values are those of the manufacturer’s project settings, which also have "default".',
  },
  'display.ipdMm': {
    ...yes,
    range: { min: 62, max: 72 },
    minimumOs: [{ model: PICO_4_ENTERPRISE, version: '5.7.0' }],
    note: 'Automatic adjustment is a switch of its own.',
  },
  'display.passthroughEnabled': {
    ...yes,
    minimumOs: [{ model: null, version: '5.7.0' }],
    note: 'Quick see-through; global see-through and keeping the application running are switches of their own.',
  },
  'display.guardianEnabled': {
    ...yes,
    note: 'Sensitivity is set apart: distance 150 to 800, speed 0 to 100.',
  },
  'display.boundaryConfirmDialog': { ...yes, note: 'Neo3 and PICO 4.' },
  'display.bootAnimationEnabled': {
    ...partial,
    note: 'Not a switch: SetPowerOnOffLogo needs an image or a folder.',
  },
  'display.chargingAnimationEnabled': {
    ...unknown,
    note: 'The nearest switch, SFS_SCREENON_CHARGING, is obsolete.',
  },
  'audio.multimedia': oneStream,
  'audio.notification': oneStream,
  'audio.alarm': oneStream,
  'audio.system': oneStream,
  'power.screenOffDelaySec': {
    ...yes,
    values: [30, 60, 300, 600, -1],
    note: '-1 is never. 3 and 10 on G2 4K only. May not be longer than the sleep delay.',
  },
  'power.autoSleepDelaySec': {
    ...yes,
    values: [300, 600, 1_800, -1],
    note: '-1 is never. 15, 30 and 60 on G2 4K only. May not be shorter than the screen-off delay.',
  },
  'power.autoSleepOnTakeoff': {
    ...partial,
    note: 'The switch of the proximity sensor is the nearest; that it means this is an inference.',
  },
  'power.powerKeyShort': powerKey,
  'power.powerKeyLong': powerKey,
  'power.scheduledStartup': schedule,
  'power.scheduledShutdown': schedule,
  'system.countryCode': {
    ...yes,
    values: (
      'AD AT AU BE BG CA CH CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT JP KR LI LT LU LV MC MT MY NL NO NZ PL ' +
      'PT RO SE SG SI SK SM TR US VA'
    ).split(' '),
    minimumOs: [
      { model: NEO3_PRO, version: '5.4.0' },
      { model: PICO_4_ENTERPRISE, version: '5.4.0' },
    ],
    note: 'Headsets for the Chinese market are fixed at the factory.',
  },
  'system.locale': {
    ...yes,
    minimumOs: [{ model: null, version: '5.4.0' }],
    note: 'Two-letter language codes.',
  },
  'system.timezone': { ...yes, note: 'An identifier of the headset’s own time zone list.' },
  'system.ntpServer': { ...unknown, note: 'Only setting date and time is documented.' },
  'system.autoTime': { ...unknown, note: 'Only setting date and time is documented.' },
  'system.defaultLauncherPackage': {
    ...yes,
    restart: 'yes',
    note: 'A restart is needed where the agent uses SetAPPAsHome; for SetLauncher the manufacturer names none.',
  },
  'system.lockScreenEnabled': hidesLockScreen,
  'system.lockScreenPasscodeEnabled': hidesLockScreen,
  'system.showAppQuitConfirmDialog': yes,
  'system.killBackgroundVrApp': { ...yes, note: 'Written as 1 = kill (default) or 2 = keep.' },
  'system.allowUnknownSources': aCandidate('unknown sources blocked', [
    { model: 'Neo3', version: '4.8.19' },
    { model: PICO_4_ENTERPRISE, version: '5.6.0' },
  ]),
  'system.developerOptionsEnabled': {
    ...partial,
    note: 'The manufacturer has switches for USB debugging and wireless debugging.',
  },
  'system.keepAlivePackages': {
    ...yes,
    minimumOs: [
      { model: NEO3_PRO, version: '4.8.0' },
      { model: PICO_4_ENTERPRISE, version: '5.2.8' },
    ],
  },
};
