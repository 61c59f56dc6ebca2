export { LibraryFiles } from './files.ts';
export { type Library, mountLibrary } from './mount.ts';
export { type LibraryEntry, type LibraryItem, type LibraryStore, openLibraryStore } from './store.ts';
