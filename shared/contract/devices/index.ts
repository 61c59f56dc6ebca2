// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export {
  listDevices,
  getDevice,
  getDeviceByAndroidId,
  getLicense,
  patchDevice,
  patchDevices,
  deleteDevice,
} from './devices.ts';
export { listEvents } from './events.ts';
export { listGroups, createGroup, getGroup, updateGroup, deleteGroup } from './groups.ts';
export { lookUpDevices } from './lookup.ts';
export { listRecords, readRecords } from './records.ts';
export { setMetadata, setMetadataOfMany, removeMetadata } from './metadata.ts';
