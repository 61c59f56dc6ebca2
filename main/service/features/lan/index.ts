export { PasscodeCheck } from './passcode.ts';
export { mountLan } from './routes.ts';
export { type LanSettingStore, openLanSettings } from './store.ts';
