export { watchSync } from './status/sync-watch.ts';
