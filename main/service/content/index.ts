export { mountApplications } from './apps/routes.ts';
export { type Brought, Room } from './coverage/room.ts';
export { mountLibraryCoverage } from './coverage/routes.ts';
export { type Library, mountLibrary } from './library/mount.ts';
export { type LibraryEntry, type LibraryStore, openLibraryStore } from './library/store.ts';
export { mountLibraryServing } from './serving/routes.ts';
export { openUploadStore } from './transfers/upload-store.ts';
