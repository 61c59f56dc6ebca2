export { hasInstalled, SettingsPlan, writeSettings } from './apply.ts';
export { checkChange, packageConflict, sealPasswords } from './change.ts';
export { mountConfigure } from './routes.ts';
export { parseSealed, resealed, unsealed } from './sealed.ts';
