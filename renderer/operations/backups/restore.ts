import { listBackups, restoreBackup } from '../../../shared/contract/operations/backups.ts';
import { getHealth } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Interval and time limit of checks whether the station answers again, in ms. */
const POLL_INTERVAL_MS = 500;
const POLL_FOR_MS = 60_000;

/**
 * After so many consecutive answers without the backup, after it was away, it has restarted with the previous store.
 */
const SURE_AFTER = 6;

/**
 * How restoring ended, and where the previous store is. `late`: it does not answer yet. `failed`: it could not
 * start with the backup and uses the previous store.
 */
export type Restored = { readonly keptAs: string; readonly end: 'done' | 'late' | 'failed' };

/** Restores a backup and waits until the station answers again. */
export async function restoreBackupNamed(backupName: string): Promise<Restored | Refusal> {
  const outcome = await call(restoreBackup, { params: { backupName } });
  if (isRefused(outcome)) return outcome;
  const { keptAs } = outcome.reply;
  const until = Date.now() + POLL_FOR_MS;
  let wasAway = false;
  let without = 0;
  // The station still answers before it stops, so wait until it was offline or has the previous store as a backup.
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const listed = isRefused(await call(getHealth, {})) ? null : await call(listBackups, {});
    if (listed === null || (isRefused(listed) && listed.refused === 'offline')) {
      [wasAway, without] = [true, 0];
      continue;
    }
    // Another station's keys: this window's session is not valid there.
    if (isRefused(listed) && listed.refused === 'UNAUTHENTICATED') return { keptAs, end: 'done' };
    if (isRefused(listed)) continue;
    if (listed.reply.items.some(({ name }) => name === keptAs)) return { keptAs, end: 'done' };
    without += 1;
    if (wasAway && without === SURE_AFTER) return { keptAs, end: 'failed' };
  }
  return { keptAs, end: without > 0 ? 'failed' : 'late' };
}
