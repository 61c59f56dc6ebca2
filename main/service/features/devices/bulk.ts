import { type BulkResult, MAX_BULK_IDS, type RevisedResult } from '../../../../shared/contract/devices.ts';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { actOf } from '../journal/index.ts';
import { type Changing, changingIn } from './changing.ts';
import { findUnchanged } from './reach.ts';
import type { Records } from './records.ts';
import type { DeviceRecord } from './store.ts';

/** What became of one device of many: the record as it is after the change, or why it was not changed. */
export type Changed = DeviceRecord | Failure;

/** The devices that somebody asked for. */
type Asked = {
  readonly ids: readonly string[];
  readonly caller: Caller;
  /** What it is called in the history. */
  readonly kind: string;
  /** The revisions that the caller has seen, by id: a device named here that has another one is not changed. */
  readonly ifRevisions?: Readonly<Record<string, number>> | undefined;
};

/** What became of each device asked for, in the order asked. */
export type Results = readonly (readonly [id: string, Changed])[];

/** The refusal of a list of ids that is too long, else undefined. */
export function tooMany(ids: readonly string[]): Failure<'BATCH_TOO_LARGE'> | undefined {
  return ids.length > MAX_BULK_IDS
    ? new Failure('BATCH_TOO_LARGE', `At most ${MAX_BULK_IDS} devices in one request. Split it.`)
    : undefined;
}

/**
 * Applies a change to every device asked for, in one transaction and without holding up requests. Answers what became
 * of each, in the order asked; one bad id never fails the others, and one that is asked for twice is changed once.
 * `meanwhile` may prepare the answer while it is written.
 */
export function changeEach(
  records: Records,
  { ids, caller, kind, ifRevisions = {} }: Asked,
  change: (record: DeviceRecord, changing: Changing) => Changed,
  meanwhile?: (results: Results) => Promise<void>,
): Promise<Results> {
  return records.core.writer.runLarge(function* plan(large) {
    const changing = changingIn(records, large, actOf(caller, kind));
    const byId = new Map<string, Changed>();
    const seen = new Map(Object.entries(ifRevisions));
    for (const id of ids) {
      if (byId.has(id)) continue;
      const revision = seen.get(id);
      const ifMatch = revision === undefined ? null : new Set([revision]);
      const record = findUnchanged(records, id, { caller, ifMatch });
      byId.set(id, record instanceof Failure ? record : change(record, changing));
      yield;
    }
    return inOrder(ids, byId);
  }, meanwhile);
}

function inOrder(ids: readonly string[], byId: ReadonlyMap<string, Changed>): Results {
  return ids.flatMap((id) => {
    const result = byId.get(id);
    return result === undefined ? [] : [[id, result] as const];
  });
}

/** One entry of a bulk answer. */
export function toBulkResult([id, result]: readonly [id: string, Changed]): BulkResult {
  return result instanceof Failure ? { id, success: false, error: toError(result) } : { id, success: true };
}

/** The entries for a write of many that may have named revisions: who did gets those after the change. */
export function toRevised(results: Results, ifRevisions: Asked['ifRevisions']): RevisedResult[] {
  return results.map((each) => {
    const [, changed] = each;
    const isShown = ifRevisions !== undefined && !(changed instanceof Failure);
    return { ...toBulkResult(each), ...(isShown ? { revision: changed.revision } : {}) };
  });
}

/** A refusal as it stands in a bulk answer. */
export function toError({ code, message }: Failure): { code: ErrorCode; message: string } {
  return { code, message };
}
