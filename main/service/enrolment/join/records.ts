import type { CommandRecords } from '../../commands/index.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { Holdings } from '../../content/index.ts';
import type { Groups } from '../../devices/groups/index.ts';
import type { StatisticsRecords } from '../../statistics/index.ts';

/** The stores that enrolment and heartbeats read and write. */
export type EnrolmentRecords = CommandRecords &
  StatisticsRecords & {
    readonly groups: Groups;
    readonly profiles: ProfileStore;
    /** Which assigned contents the station holds. */
    readonly holdings: Holdings;
  };
