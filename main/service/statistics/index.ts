export { openStatistics, type Statistics } from './open.ts';
export type { StatisticsRecords } from './roll-ups/records.ts';
