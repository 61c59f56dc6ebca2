// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { lookUpApplications, getApplicationImage } from './applications.ts';
export { getLibraryCoverage } from './library-coverage.ts';
export { prepareOffline, getReadiness } from './library-offline.ts';
export { lookForRoom } from './library-room.ts';
export { getContent, getContentPieces, getSchedule, setSchedule, listDownloads } from './library-serving.ts';
export { unassignLibraryItem } from './library-unassign.ts';
export { startUpload, getUpload, continueUpload, cancelUpload } from './library-uploads.ts';
export {
  addToLibrary,
  listLibrary,
  getLibraryItem,
  removeLibraryItem,
  listJobs as listLibraryJobs,
  cancelJob as cancelLibraryJob,
  collectLibrary,
} from './library.ts';
