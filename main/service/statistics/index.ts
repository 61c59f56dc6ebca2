export { mountStatistics } from './history/routes.ts';
export { mountStatisticsNow } from './now/routes.ts';
export { type StatisticsRecords, openStatisticsRecords } from './roll-ups/records.ts';
