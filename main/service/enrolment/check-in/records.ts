import type { CommandRecords } from '../../commands/index.ts';
import type { StatisticsRecords } from '../../statistics/index.ts';

/** Everything that a heartbeat reads and writes. */
export type HeartbeatRecords = CommandRecords & StatisticsRecords;
