export { mountStatistics } from './routes.ts';
export { usedByName } from './used-by.ts';
