export { watchSync } from './connection/sync-watch.ts';
