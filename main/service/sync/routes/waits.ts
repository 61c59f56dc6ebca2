import type { SyncWait } from '../../../../shared/contract/sync/sync.ts';
import { acceptsReports, isDirty, type LinkedDevice } from '../records/link-store.ts';
import { pendingMove } from '../lifecycle/upload-release.ts';
import type { SyncParts } from '../records/parts.ts';
import type { EngineView } from '../records/view.ts';

/**
 * Returns what ends the waiting of a device; null if nothing of it is pending. There is no other state: whatever waits
 * has a next attempt, a decision on screen, another slot that comes first, or a person who must act.
 *
 * | what is pending | what ends it |
 * | --- | --- |
 * | events of a slot that was deleted at the central | a person saves them (`SLOT_GONE`) |
 * | anything, without a central, while paused or blocked | a person (`NO_CENTRAL`, `PAUSED`, the reason of the status) |
 * | steps or edits of a device with an open conflict about its slot | that decision |
 * | a step held for a decision that is no longer open | the next run releases it |
 * | a move whose next slot has not been enrolled at the central | that slot |
 * | an edit that the central refused | a person changes, discards or retries it (`REFUSED`) |
 * | a step, report or download that failed | the next run, and its failure is shown |
 * | anything that was not tried yet | the next run |
 */
export function waitOf(parts: SyncParts, view: EngineView, link: LinkedDevice): SyncWait | null {
  const { stores, records } = parts;
  const steps = stores.outbox.ofDevice(link.deviceKey);
  const isToSync = isDirty(link) || (link.gone === null && link.isStale) || steps.length > 0;
  if (!isToSync && link.eventsWaiting === 0) return null;
  if (!isToSync && !acceptsReports(link.gone)) return person('SLOT_GONE');
  if (stores.upstream.get() === undefined) return person('NO_CENTRAL');
  if (view.state === 'paused') return person('PAUSED');
  if (view.state === 'blocked') return person(view.reason?.code ?? 'BLOCKED');
  const open = stores.conflicts.openOfDevice(link.deviceKey);
  if (isToSync && open.some(({ kind }) => kind === 'enrolment')) return { ...NOBODY, on: 'decision' };
  const [first] = steps;
  const next = first?.kind === 'replace' ? pendingMove(parts, first) : undefined;
  if (next !== undefined) {
    const { id = null, label = null } = records.devices.findByKey(next.deviceKey) ?? {};
    return { ...NOBODY, on: 'slot', deviceId: id, label };
  }
  const isRefused = stores.trouble
    .failuresOf(link.deviceKey)
    .some(({ kind, revision }) => kind === 'desired' && revision === link.revision);
  return isRefused && steps.length === 0 ? person('REFUSED') : { ...NOBODY, on: 'run' };
}

const NOBODY = { deviceId: null, label: null, code: null } as const;

function person(code: string): SyncWait {
  return { ...NOBODY, on: 'person', code };
}
