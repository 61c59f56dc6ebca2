export {
  complianceOf,
  factsFor,
  factsOfManufacturer,
  deviationsOf,
  toDrift,
  toEffective,
} from './compliance.ts';
export { DeviceTexts } from './device-text.ts';
export { toDevice, withoutOrigin } from './device-view.ts';
export { toBattery, toDownload, toHeadset, toStorage } from './headset-view.ts';
export { parseSettings } from '../records/settings-view.ts';
export { storagesOf } from '../records/storages.ts';
