import type { CommandRecords } from '../../commands/index.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { Holdings } from '../../content/index.ts';
import type { Groups } from '../../devices/index.ts';
import type { StatisticsRecords } from '../../statistics/index.ts';

/** Everything that joining and reporting in reads and writes. */
export type EnrolmentRecords = CommandRecords &
  StatisticsRecords & {
    readonly groups: Groups;
    readonly profiles: ProfileStore;
    /** What the station itself has of the contents that are assigned. */
    readonly holdings: Holdings;
  };
