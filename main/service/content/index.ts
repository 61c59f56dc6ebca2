export { type Downloads, Room } from './coverage/room.ts';
export type { LibraryFiles } from './library/files.ts';
export { type LibraryEntry, type LibraryStore, openLibraryStore } from './library/store.ts';
export { type Content, openContent } from './open.ts';
export type { Holdings } from './serving/holdings.ts';
