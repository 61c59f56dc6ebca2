// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export {
  getCable,
  getCableRecipe,
  setCableRecipe,
  previewCable,
  startCable,
  stopCable,
  retryCable,
  setCableSlot,
} from './cable.ts';
export {
  exportSlots,
  importSlots,
  swapSlots,
  freeSlot,
  setSlotProfiles,
  createAcceptanceSheet,
} from './carts.ts';
export { enrolDevice, enrolDeviceByCode, identifyType, getTemporaryCode } from './enrolment.ts';
export { updateDevice } from './heartbeat.ts';
export { createNamedSlots } from './named-slots.ts';
export { startPairing, finishPairing } from './pairing.ts';
