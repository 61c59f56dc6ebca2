import { AGENT_FIELDS, type BrandFacts, CONTENT_FIELDS } from './facts.ts';
import { PICO_ACCESS } from './pico-access.ts';
import { PICO_DEVICE } from './pico-device.ts';

/** What PICO's enterprise service offers. Source: PICO Unity Integration SDK 3.4.0, unless a fact says otherwise. */
export const PICO: BrandFacts = {
  notes: [
    'The switches of PICO’s service are inverted: on is 0, off is 1.',
    'A call may answer 2 or -2: this headset does not support it.',
    'The manufacturer’s comments disagree about minimum versions: treat them as hints and read the state back.',
  ],
  facts: { ...PICO_DEVICE, ...PICO_ACCESS },
  unknown: [
    ...AGENT_FIELDS,
    ...CONTENT_FIELDS,
    'applications',
    'wifi[].hidden',
    'wifi[].priority',
    'wifi[].proxySettings.use',
    'wifi[].proxySettings.host',
    'wifi[].proxySettings.port',
    'wifi[].proxySettings.byPass',
    'wifi[].security',
    'batteryInfo.health',
    'batteryInfo.voltage',
    'storages[].volumeDescription',
    'storages[].totalSpace',
    'storages[].freeSpace',
    'storages[].usedSpace',
    'storages[].isRemovable',
    'security.bluetoothTetheringEnabled',
    'security.wifiTetheringEnabled',
    'security.locationEnabled',
    'network.otaServerUrl',
    'network.globalProxy.use',
    'network.globalProxy.host',
    'network.globalProxy.port',
    'network.globalProxy.byPass',
  ],
};
