import type { Disk, Warning } from '../../../../shared/contract/operations/diagnostics.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { BackupScheduler } from '../backups/scheduler.ts';
import type { ClockWatch } from './clock-watch.ts';

/** Returns what needs attention, the worst first. */
export function warningsOf(
  { state }: Disk,
  { lastFailure }: Pick<BackupScheduler, 'lastFailure'>,
  { jump, logBreak, epoch, health }: Pick<ClockWatch, 'jump'> & Pick<Core, 'logBreak' | 'epoch' | 'health'>,
): Warning[] {
  const warnings: Warning[] = [];
  if (health.damage !== undefined) warnings.push('STORE_DAMAGED');
  if (epoch.maybeCopy()) warnings.push('FOLDER_COPIED');
  if (logBreak !== undefined) warnings.push('WRITES_LOST');
  if (state !== 'ok') warnings.push(state === 'low' ? 'DISK_LOW' : 'DISK_FULL');
  if (lastFailure !== null) warnings.push('BACKUP_FAILED');
  if (jump !== null) warnings.push(jump === 'forward' ? 'CLOCK_SET_FORWARD' : 'CLOCK_SET_BACK');
  return warnings;
}
