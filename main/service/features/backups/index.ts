export { BackupKeeper } from './keeper.ts';
export { mountBackups } from './routes.ts';
