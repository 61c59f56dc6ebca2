import { aCandidate, type BrandFacts, ENTERPRISE_WIFI_FIELDS, SOURCES } from './facts.ts';

const source = SOURCES.pico;
const yes = { support: 'yes', source } as const;
const partial = { support: 'partial', source } as const;

const kiosk = {
  ...partial,
  note: 'No single switch: a launcher, hidden applications, hidden settings pages and disabled keys together.',
};
/** Note on names that the interface does not list. */
const OWN_NAMES = 'The names are this station’s own: the interface lists none.';

/** PICO: security, tracking, shortcuts, network, Wi-Fi, kiosk mode and reported values. */
export const PICO_ACCESS: BrandFacts['facts'] = {
  'kioskMode.isActive': kiosk,
  'kioskMode.packageName': kiosk,
  wifi: { ...partial, note: 'No fields for enterprise authentication (EAP).' },
  'wifi[].ssid': yes,
  'wifi[].password': yes,
  ...Object.fromEntries(
    ENTERPRISE_WIFI_FIELDS.map((field) => [
      field,
      { support: 'no', source, note: 'No fields for enterprise authentication (EAP).' } as const,
    ]),
  ),
  'batteryInfo.level': yes,
  'batteryInfo.isCharging': yes,
  'batteryInfo.temperature': { ...yes, note: 'The manufacturer says "temperatures".' },
  storages: yes,
  'security.usbEnabled': { ...partial, note: 'The choice is file transfer (MTP) or charging only.' },
  'security.usbFileTransferEnabled': { ...yes, note: 'Written as file transfer (MTP) or charging only.' },
  'security.usbDebuggingEnabled': yes,
  'security.usbTetheringEnabled': yes,
  'security.bluetoothEnabled': yes,
  'security.microphoneEnabled': {
    support: 'unknown',
    source,
    note: 'SFS_ENABLE_MIC_WHEN_RECORD concerns recordings only.',
  },
  'security.screenCastEnabled': { ...partial, note: 'Three values, not two: ask, allow, reject.' },
  'security.screenshotAllowed': { ...partial, note: 'Hides the capture button only.' },
  'security.cameraEnabled': aCandidate('camera blocked', [
    { model: 'Neo3', version: '4.8.19' },
    { model: 'PICO 4 Enterprise', version: '5.6.0' },
  ]),
  'security.factoryResetProtection': {
    ...partial,
    note: 'Hides the factory reset entry of the settings only.',
  },
  'tracking.eyeTrackingEnabled': { ...partial, note: 'Models with eye tracking only.' },
  'tracking.faceTrackingEnabled': yes,
  'tracking.handTrackingEnabled': { ...yes, minimumOs: [{ model: null, version: '5.6.0' }] },
  'tracking.bodyTrackingEnabled': {
    ...partial,
    note: 'The trackers’ mode is body or object; that "body" means this is an inference.',
  },
  'tracking.sixDof': { ...yes, note: 'The headset’s; the controllers’ is a switch of its own.' },
  'tracking.controllerVibration': yes,
  'tracking.trackingOrigin': {
    support: 'partial',
    source: SOURCES.picoOrigin,
    values: ['eye', 'floor', 'stage'],
    note: `Set by the running application, not by the system. ${OWN_NAMES}`,
  },
  'shortcuts.recordEnabled': yes,
  'shortcuts.castEnabled': yes,
  'shortcuts.captureEnabled': yes,
  'shortcuts.settingsEnabled': {
    ...yes,
    minimumOs: [{ model: null, version: '5.4.0' }],
    note: 'One switch each for Wi-Fi, boundary, Bluetooth, clean, IPD, power, edit and performance.',
  },
  'shortcuts.recenterEnabled': { ...yes, note: 'Long press of the Home key.' },
  'shortcuts.backEnabled': yes,
  'shortcuts.fitEnabled': { ...partial, note: 'Named for Neo3 with PUI 4.x.' },
  'network.wifiEnabled': { ...yes, note: 'The manufacturer’s switch is the reverse: it disables Wi-Fi.' },
  'network.wifiP2pEnabled': { ...yes, note: 'The switch is for connecting automatically.' },
  'network.otaPolicy': {
    ...yes,
    source: `${source}; ${SOURCES.managedPicoFirmware}`,
    values: ['default', 'disabled', 'target'],
    note: `The device decides, no updates, or one target version. Firmware cannot be downgraded. ${OWN_NAMES}`,
  },
};
