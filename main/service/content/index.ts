export { type Brought, Room } from './coverage/room.ts';
export { type LibraryStore, openLibraryStore } from './library/store.ts';
export { type Content, openContent } from './open.ts';
export type { Holdings } from './serving/holdings.ts';
