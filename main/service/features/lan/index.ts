export { isPasscode, stretch } from './hash.ts';
export { mountLan } from './routes.ts';
export { type LanSettingStore, openLanSettings } from './store.ts';
export { openPasscodeTries } from './tries.ts';
