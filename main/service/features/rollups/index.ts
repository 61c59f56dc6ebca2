export { openPresenceStore } from './presence.ts';
export { openStatisticsRecords, type StatisticsRecords } from './records.ts';
export { RollUps } from './roll-ups.ts';
