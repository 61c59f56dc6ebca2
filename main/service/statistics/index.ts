export { openStatistics, type Statistics } from './open.ts';
export type { StatisticsRecords } from './roll-ups/records.ts';
export { type Play, toPlay } from './roll-ups/plays.ts';
