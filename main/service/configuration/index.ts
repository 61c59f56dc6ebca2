export { type Configuration, openConfiguration } from './open.ts';
export { giveProfile, profileWaiting } from './profiles/give.ts';
export { findProfile } from './profiles/routes.ts';
export type { ProfileStore } from './profiles/store.ts';
export { hasInstalled, writeSettings } from './settings/apply.ts';
