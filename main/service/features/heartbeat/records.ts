import type { CommandRecords } from '../pending/index.ts';
import type { StatisticsRecords } from '../rollups/index.ts';

/** Everything that a heartbeat reads and writes. */
export type HeartbeatRecords = CommandRecords & StatisticsRecords;
