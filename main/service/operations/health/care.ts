import type { Disk, Warning } from '../../../../shared/contract/operations/diagnostics.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Core } from '../../kernel/kernel.ts';
import { DiskWatch } from './disk.ts';
import { BackupKeeper } from '../backups/keeper.ts';
import { startRetention } from '../../devices/index.ts';
import type { StatisticsRecords } from '../../statistics/index.ts';
import type { LogFile } from '../../kernel/log-file.ts';

/** What looks after the station itself. */
export type Care = {
  readonly backups: BackupKeeper;
  readonly disk: DiskWatch;
  readonly clock: ClockWatch;
  readonly logFile: LogFile;
};

export function openCare(core: Core, dataFolder: string, logFile: LogFile): Care {
  return {
    backups: new BackupKeeper(core, dataFolder),
    disk: new DiskWatch(dataFolder, core.log),
    clock: new ClockWatch(core),
    logFile,
  };
}

/** Starts what is done by itself, until the answer is aborted. */
export function startJobs(core: Core, { events, rollUps }: StatisticsRecords, care: Care): AbortController {
  const jobs = new AbortController();
  const { signal } = jobs;
  startRetention(core, [events, rollUps], { signal, isHolding: () => care.clock.isHolding });
  rollUps.start(signal);
  for (const each of [care.backups, care.disk, care.clock]) each.start(signal);
  return jobs;
}

/** What somebody should look at. */
export function warningsOf({ backups, clock }: Care, { state }: Disk): Warning[] {
  const warnings: Warning[] = [];
  if (state !== 'ok') warnings.push(state === 'low' ? 'DISK_LOW' : 'DISK_FULL');
  if (backups.lastFailure !== null) warnings.push('BACKUP_FAILED');
  const { leap } = clock;
  if (leap !== null) warnings.push(leap === 'forward' ? 'CLOCK_SET_FORWARD' : 'CLOCK_SET_BACK');
  return warnings;
}
