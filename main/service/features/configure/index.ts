export { hasInstalled, writeSettings } from './apply.ts';
export { packageConflict } from './change.ts';
export { mountConfigure } from './routes.ts';
