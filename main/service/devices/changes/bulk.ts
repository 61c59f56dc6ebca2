import type { ChangeKind } from '../../../../shared/contract/devices/change-kinds.ts';
import {
  type BulkResult,
  MAX_BULK_IDS,
  type RevisedResult,
} from '../../../../shared/contract/devices/devices.ts';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { actOf } from '../history/act.ts';
import { type Changing, changingIn } from './changing.ts';
import { findUnchanged } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** The reply for a device that was changed, or why it was not. */
type Changed<Reply> = Reply | Failure;

/** The requested devices. */
type Requested = {
  readonly ids: readonly string[];
  readonly caller: Caller;
  /** Its kind in the history. */
  readonly kind: ChangeKind;
  /** The revisions that the caller has seen, by id: a device named here with another revision is not changed. */
  readonly ifRevisions?: Readonly<Record<string, number>> | undefined;
};

/** The result for each requested device, in the order of the request. */
export type Results<Reply> = readonly (readonly [id: string, Changed<Reply>])[];

/** Returns the refusal of a list of ids that is too long, else undefined. */
export function tooMany(ids: readonly string[]): Failure<'BATCH_TOO_LARGE'> | undefined {
  return ids.length > MAX_BULK_IDS
    ? new Failure('BATCH_TOO_LARGE', `At most ${MAX_BULK_IDS} devices in one request. Split it.`)
    : undefined;
}

/**
 * Applies a change to every requested device, in one transaction and without blocking requests. Returns the result of
 * each, in the order of the request; one bad id does not fail the others, and a repeated one is changed once.
 */
export function changeEach(
  records: Records,
  requested: Requested,
  change: (record: DeviceRecord, changing: Changing) => Changed<DeviceRecord>,
): Promise<Results<true>> {
  return changeAndReply(records, requested, change, () => true);
}

/**
 * Does the same, and creates the reply for each device with `toReply`. Replies should be small: thousands of records
 * that outlive a turn of the event loop make every garbage collection long.
 */
export function changeAndReply<Reply>(
  records: Records,
  { ids, caller, kind, ifRevisions = {} }: Requested,
  change: (record: DeviceRecord, changing: Changing) => Changed<DeviceRecord>,
  toReply: (record: DeviceRecord) => Reply,
): Promise<Results<Reply>> {
  return records.core.writer.runLarge(function* plan(large) {
    const changing = changingIn(records, large, actOf(caller, kind));
    const byId = new Map<string, Changed<Reply>>();
    const seen = new Map(Object.entries(ifRevisions));
    for (const id of ids) {
      if (byId.has(id)) continue;
      const revision = seen.get(id);
      const ifMatch = revision === undefined ? null : new Set([revision]);
      const record = findUnchanged(records, id, { caller, ifMatch });
      const changed = record instanceof Failure ? record : change(record, changing);
      byId.set(id, changed instanceof Failure ? changed : toReply(changed));
      yield;
    }
    return inOrder(ids, byId);
  });
}

function inOrder<Reply>(ids: readonly string[], byId: ReadonlyMap<string, Changed<Reply>>): Results<Reply> {
  return ids.flatMap((id) => {
    const result = byId.get(id);
    return result === undefined ? [] : [[id, result] as const];
  });
}

/** Returns an entry of a bulk reply. */
export function toBulkResult([id, result]: readonly [id: string, Changed<true>]): BulkResult {
  return result instanceof Failure ? { id, success: false, error: toError(result) } : { id, success: true };
}

/** Like `changeEach`, for a write that may name revisions: the entries then have the new revisions. */
export async function changeRevised(
  records: Records,
  requested: Requested,
  change: (record: DeviceRecord, changing: Changing) => Changed<DeviceRecord>,
): Promise<RevisedResult[]> {
  const results = await changeAndReply(records, requested, change, ({ revision }) => revision);
  return results.map(([id, result]) => {
    if (result instanceof Failure) return toBulkResult([id, result]);
    return { id, success: true, ...(requested.ifRevisions === undefined ? {} : { revision: result }) };
  });
}

/** Returns a refusal as in a bulk reply. */
export function toError({ code, message }: Failure): { code: ErrorCode; message: string } {
  return { code, message };
}
