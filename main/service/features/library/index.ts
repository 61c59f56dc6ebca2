export { LibraryFiles } from './files.ts';
export { type Library, mountLibrary } from './mount.ts';
export { type LibraryItem, type LibraryStore, openLibraryStore } from './store.ts';
export { openUploadStore } from './upload-store.ts';
