import type { CentralDevice } from '../client/readers.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { changingNow, type DeviceRecord } from '../../devices/index.ts';
import { orderUnenrolment } from '../../enrolment/index.ts';
import { addArrived } from '../merge/arrive.ts';
import { bySync } from '../merge/by-sync.ts';
import { takeState } from '../merge/take.ts';
import { stateOf } from '../push/wire.ts';
import { archiveGone } from './gone.ts';
import type { Link } from '../merge/link-store.ts';
import type { SyncParts } from '../engine/parts.ts';

/**
 * The slot of a record has another headset at the central, inside the caller's transaction. The slot goes on in a new record,
 * with everything that was wanted of it here and what both sides last agreed on, so that nothing that was edited is lost. The
 * old record keeps the headset that was in it, which is told to leave, and its reports still go to the slot.
 */
export function giveSlotUp(
  parts: SyncParts,
  given: { readonly record: DeviceRecord; readonly link: Link; readonly device: CentralDevice },
  afterCommit: AfterCommit,
): void {
  const { records, stores } = parts;
  const { record, link, device } = given;
  const base = stores.links.base(record.key);
  archiveGone(parts, record, 'REASSIGNED', afterCommit);
  stores.links.set(record.key, { upstreamId: null, reportsTo: link.upstreamId });
  stores.links.removeBase(record.key);
  if (records.pending.unenrolment(record.key) === undefined) {
    orderUnenrolment(records, record, afterCommit);
    afterCommit(() => parts.handOver(record.key));
  }
  const next = addArrived(parts, device, afterCommit);
  const changing = changingNow(records, afterCommit, bySync(undefined));
  takeState(records, next, stateOf(record, records.core.vault), changing);
  if (base !== undefined) stores.links.setBase(next.key, base);
  stores.conflicts.move(record.key, next.key);
  stores.links.set(next.key, { upstreamToken: link.upstreamToken, readAtMs: link.readAtMs });
}
