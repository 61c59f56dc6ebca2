export { giveProfile, profileWaiting } from './give.ts';
export { findProfile, mountProfiles } from './routes.ts';
export { openProfileStore, type ProfileRow, type ProfileStore } from './store.ts';
