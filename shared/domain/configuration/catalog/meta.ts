import { aCandidate, type BrandFacts, SOURCES } from './facts.ts';

const QUESTS = [
  { model: 'Quest 2', version: 'v49' },
  { model: 'Quest 3', version: 'v59' },
  { model: 'Quest Pro', version: 'v49' },
];
const kiosk = {
  support: 'yes',
  source: `${SOURCES.arborModes}; ${SOURCES.manageXr}`,
  note: 'Shared mode only, and changing the login requirement later needs a factory reset. ManageXR offers to leave Meta’s quick settings reachable or nothing; the latter may hinder native casting.',
} as const;
const lockable = {
  support: 'unknown',
  source: SOURCES.manageXrSdk,
  note: 'A home launcher can lock it for the wearer; no source says that it can be set.',
} as const;
const byCommand = {
  support: 'partial',
  source: SOURCES.manageXr,
  range: { min: 0, max: 100 },
  note: 'ManageXR sets it by a command; no source says that it can be enforced.',
} as const;

/** The features of Meta's managed services, and of services built on them, for Quest headsets. */
export const META: BrandFacts = {
  notes: [
    'Individual or shared mode: shared mode removes the account and the consumer store.',
    'The health-and-safety and terms screens of shared mode cannot be removed.',
  ],
  facts: {
    'kioskMode.isActive': kiosk,
    'kioskMode.packageName': kiosk,
    volume: byCommand,
    applications: {
      support: 'partial',
      source: SOURCES.metaApplications,
      note: 'Meta’s admin center manages when applications update and accepts externally hosted ones.',
    },
    wifi: {
      support: 'partial',
      source: SOURCES.metaPolicies,
      note: 'Networks and certificates of the organisation; the fields are not listed.',
    },
    'display.brightness': byCommand,
    'display.ipdMm': lockable,
    'display.passthroughEnabled': lockable,
    'display.guardianEnabled': {
      support: 'partial',
      source: `${SOURCES.oculusGuardian}; ${SOURCES.arborShared}`,
      note: 'The former console could disable it; shared mode offers a stationary boundary by default.',
    },
    'system.lockScreenPasscodeEnabled': {
      support: 'yes',
      source: `${SOURCES.metaSecurity}; ${SOURCES.arborShared}`,
      note: 'More than a switch: a device passcode with a wipe after failures, and a session passcode with a complexity of none, low, medium or high.',
    },
    'system.allowUnknownSources': aCandidate('unknown sources blocked', QUESTS),
    'security.usbFileTransferEnabled': aCandidate('USB file transfer blocked', QUESTS),
    'security.usbDebuggingEnabled': { support: 'yes', source: SOURCES.metaSecurity },
    'security.bluetoothEnabled': aCandidate('Bluetooth blocked', QUESTS),
    'security.screenCastEnabled': lockable,
    'security.screenshotAllowed': aCandidate('screen capture blocked', QUESTS),
    'security.cameraEnabled': aCandidate('camera blocked', QUESTS),
    'security.factoryResetProtection': aCandidate('factory reset blocked', QUESTS),
    'tracking.handTrackingEnabled': {
      support: 'partial',
      source: SOURCES.arborShared,
      minimumOs: [{ model: null, version: 'v78' }],
      note: 'Shared mode only, where it is called controller-free.',
    },
    'network.wifiEnabled': lockable,
    'network.otaPolicy': {
      support: 'yes',
      source: SOURCES.metaSecurity,
      note: 'How and when updates install; the options’ names are not known.',
    },
  },
};
