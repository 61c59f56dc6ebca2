// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { getAvailability, forceAvailability } from './availability.ts';
export { sendCommand, sendCommandToMany, answerCommand, cancelCommand, unenrollDevice } from './commands.ts';
export { getStreamStatus, setStreamQuality } from './stream.ts';
export {
  listViewPermissions,
  setViewPermission,
  keepBoard,
  closeBoard,
  sendPicture,
  getPicture,
  startLiveView,
  addLiveCandidates,
  endLiveView,
  reportArrival,
  reportLiveViews,
  setViewConsent,
} from './views.ts';
