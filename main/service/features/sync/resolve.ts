import { isDeepStrictEqual } from 'node:util';

import { packageConflicts } from '../../../../shared/domain/settings/conflicts.ts';
import { getAt, setAt } from '../../../../shared/domain/sync/state-path.ts';
import type { Side } from '../../../../shared/domain/sync/desired.ts';
import { Failure } from '../../failure.ts';
import type { AfterCommit } from '../../store/after-commit.ts';
import { changingNow, type DeviceRecord } from '../devices/index.ts';
import type { Act } from '../journal/index.ts';
import type { Conflict } from './conflict-store.ts';
import type { SyncParts } from './parts.ts';
import { takeState } from './take.ts';
import { unsealValue } from './values.ts';
import { knownOf, liftedOf, stateOf, unsealState } from './wire.ts';

/** What somebody decided: a side, or a value of his own. Decisions that are taken at once are one change in the history. */
export type Decision = { readonly take: Side; readonly value?: unknown; readonly by: Deciding };

/** Who decides, and the change that his decisions are. */
export type Deciding = { readonly act: Act; changeId?: string | undefined };

type Refused = Failure<'CONFLICT' | 'VALIDATION_FAILED'>;

/**
 * Decides a conflict inside the caller's transaction. The value is written here as an ordinary change, the headset hears
 * of it, and the next run takes it to the central. It can be decided again, the other way round.
 */
export function resolveConflict(
  parts: SyncParts,
  conflict: Conflict,
  decision: Decision,
  afterCommit: AfterCommit,
): Conflict | Refused {
  const { records, stores } = parts;
  const record = records.devices.findByKey(conflict.deviceKey);
  if (record === undefined) return new Failure('CONFLICT', 'The device of this conflict was deleted.');
  const refused =
    conflict.kind === 'enrolment'
      ? resolveEnrolment(parts, conflict, record, decision)
      : resolveField(parts, conflict, { record, decision }, afterCommit);
  if (refused !== undefined) return refused;
  const taken = decision.value === undefined ? decision.take : ('value' as const);
  stores.conflicts.resolve(conflict.key, taken, records.core.clock.now());
  return stores.conflicts.find(conflict.id) ?? conflict;
}

function resolveField(
  { records, stores }: SyncParts,
  conflict: Conflict,
  { record, decision }: { readonly record: DeviceRecord; readonly decision: Decision },
  afterCommit: AfterCommit,
): Refused | undefined {
  const { vault } = records.core;
  const kept = stores.links.base(record.key);
  const base = kept === undefined ? undefined : unsealState(kept, vault);
  const here = liftedOf(base, stateOf(record, vault));
  const value = decision.value ?? unsealValue(conflict[decision.take], vault);
  const wanted = setAt(here, conflict.path, value);
  const known = knownOf(wanted);
  if (decision.value !== undefined && !isDeepStrictEqual(getAt(known, conflict.path), decision.value)) {
    const message = 'This value cannot stand here.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'value', message }] });
  }
  const [clash] = packageConflicts(known.settings.applications ?? []);
  if (clash !== undefined)
    return new Failure('CONFLICT', `${clash.packageName} would stand for two different applications.`);
  const { by } = decision;
  const changing = changingNow(records, afterCommit, { ...by.act, continues: by.changeId ?? null });
  takeState(records, record, known, changing);
  by.changeId ??= changing.changeId(record.enterpriseId);
  return undefined;
}

/**
 * `here`: the headset that the central has there is un-enrolled, then this one is enrolled. `there`: this record is tied to
 * the central no more, and the central's comes as one of its own.
 */
function resolveEnrolment(
  { records, stores }: SyncParts,
  conflict: Conflict,
  record: DeviceRecord,
  { take, value }: Decision,
): Refused | undefined {
  if (value !== undefined) {
    const message = 'One of the two headsets has the place.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'value', message }] });
  }
  if (conflict.resolvedAtMs !== null)
    return new Failure('CONFLICT', 'Who has the place was decided, and the headsets were told.');
  const { outbox, links } = stores;
  const nowMs = records.core.clock.now();
  const deviceKey = record.key;
  outbox.removeOf(deviceKey);
  if (take === 'there') {
    links.set(deviceKey, { upstreamId: null, gone: 'REASSIGNED', goneAtMs: nowMs, isBehind: false });
    links.removeBase(deviceKey);
    return undefined;
  }
  const there = unsealValue(conflict.there, records.core.vault);
  const other = typeof there === 'string' ? there : null;
  links.set(deviceKey, { upstreamAndroidId: other });
  outbox.add({ deviceKey, kind: 'unenrol', androidId: other, createdAtMs: nowMs });
  if (record.androidId !== null)
    outbox.add({ deviceKey, kind: 'enrol', androidId: record.androidId, createdAtMs: nowMs });
  return undefined;
}
