import type { Disk, Warning } from '../../../../shared/contract/operations/diagnostics.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { BackupScheduler } from '../backups/scheduler.ts';
import type { ClockWatch } from './clock-watch.ts';

/** Returns what needs attention. */
export function warningsOf(
  { state }: Disk,
  { lastFailure }: Pick<BackupScheduler, 'lastFailure'>,
  { leap, logBreak }: Pick<ClockWatch, 'leap'> & Pick<Core, 'logBreak'>,
): Warning[] {
  const warnings: Warning[] = [];
  if (logBreak !== undefined) warnings.push('WRITES_LOST');
  if (state !== 'ok') warnings.push(state === 'low' ? 'DISK_LOW' : 'DISK_FULL');
  if (lastFailure !== null) warnings.push('BACKUP_FAILED');
  if (leap !== null) warnings.push(leap === 'forward' ? 'CLOCK_SET_FORWARD' : 'CLOCK_SET_BACK');
  return warnings;
}
