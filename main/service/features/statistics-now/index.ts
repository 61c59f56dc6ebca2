export { mountStatisticsNow } from './routes.ts';
