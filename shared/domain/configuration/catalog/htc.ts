import { aCandidate, type BrandFacts, SOURCES } from './facts.ts';

const source = SOURCES.vive;
const FIRMWARE = [
  { model: 'VIVE Focus 3', version: '5.2 - 5.0.999.624' },
  { model: 'VIVE XR Elite', version: '4.0 - 1.0.999.350' },
];

/** HTC's documentation for VIVE Focus 3, XR Elite and Focus Vision. */
export const HTC: BrandFacts = {
  notes: [
    'The VIVE Custom API needs a VIVE Business+ licence; what it offers differs between the tiers Pro and Ultimate.',
    'A standard Android device owner can manage VIVE Focus 3 and XR Elite from the firmware that the fields name.',
  ],
  facts: {
    applications: {
      support: 'partial',
      source,
      note: 'Installs and uninstalls, with a VIVE Business+ licence.',
    },
    wifi: {
      support: 'partial',
      source,
      note: 'Wi-Fi management, with a VIVE Business+ licence; the fields are not listed.',
    },
    'display.ipdMm': {
      support: 'partial',
      source,
      note: 'IPD management, with a VIVE Business+ licence; the range is not listed.',
    },
    'display.passthroughEnabled': {
      support: 'unknown',
      source: SOURCES.vivePassthrough,
      note: 'An application can set rate and quality of the image; a switch is not documented.',
    },
    'display.guardianEnabled': {
      support: 'partial',
      source,
      note: 'Size of the boundary and visibility of its overlay, with a VIVE Business+ licence.',
    },
    'system.lockScreenPasscodeEnabled': aCandidate(
      'password length, type and failures before wipe',
      FIRMWARE,
    ),
    'system.allowUnknownSources': aCandidate('unknown sources blocked', FIRMWARE),
    'security.usbFileTransferEnabled': aCandidate('USB file transfer blocked', FIRMWARE),
    'security.usbDebuggingEnabled': aCandidate('debugging features allowed', FIRMWARE),
    'security.bluetoothEnabled': aCandidate('Bluetooth blocked', FIRMWARE),
    'security.screenshotAllowed': aCandidate('screen capture blocked', FIRMWARE),
    'security.cameraEnabled': aCandidate('camera blocked', FIRMWARE),
    'security.factoryResetProtection': aCandidate('factory reset blocked', FIRMWARE),
  },
};
