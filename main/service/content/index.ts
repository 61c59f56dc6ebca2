export { type Downloads, SpaceCheck } from './coverage/space-check.ts';
export type { LibraryFiles } from './files/files.ts';
export type { ReadyApps } from './library/ready-apps.ts';
export { type LibraryEntry, type LibraryStore, openLibraryStore } from './files/store.ts';
export { type Content, openContent } from './open.ts';
export type { Holdings } from './serving/holdings.ts';
