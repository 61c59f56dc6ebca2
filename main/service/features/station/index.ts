export { startBackups } from './backups.ts';
export { mountStation, type StationRoutes } from './routes.ts';
