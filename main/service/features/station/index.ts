export { startBackups } from './backups.ts';
export { mountStation } from './routes.ts';
