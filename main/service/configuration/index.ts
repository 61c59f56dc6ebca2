export { type Configuration, openConfiguration } from './open.ts';
export { assignProfile, profileWaiting } from './profiles/assign.ts';
export { findProfile } from './profiles/routes.ts';
export type { ProfileStore } from './profiles/store.ts';
export { hasInstalled, writeSettings } from './settings/apply.ts';
export { endReplacedNetwork } from './settings/end-replaced.ts';
export { keepLevels } from './settings/keep-levels.ts';
