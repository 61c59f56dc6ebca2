export { type Downloads, SpaceCheck } from './coverage/space-check.ts';
export type { LibraryFiles } from './library/files.ts';
export type { ReadyApps } from './library/ready-apps.ts';
export { type LibraryEntry, type LibraryStore, openLibraryStore } from './library/store.ts';
export { type Content, openContent } from './open.ts';
export type { Holdings } from './serving/holdings.ts';
