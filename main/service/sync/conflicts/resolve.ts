import { isDeepStrictEqual } from 'node:util';

import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import { getAt, setAt } from '../../../../shared/domain/sync/state-path.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { changingNow, type DeviceRecord, type Act } from '../../devices/index.ts';
import type { Conflict } from './conflict-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import { type Choice, type Refused, resolveDeleted, resolveEnrolment } from './resolve-enrolment.ts';
import { takeState } from '../merge/take.ts';
import { unsealValue } from './values.ts';
import { knownOf, liftedOf, stateOf, unsealState } from '../push/wire.ts';

/** What somebody decided. Decisions that are taken at once are one change in the history. */
type Decision = Choice & { readonly by: Deciding };

/** Who decides, and the change that his decisions are. */
export type Deciding = { readonly act: Act; changeId?: string | undefined };

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
  if (record === undefined && conflict.kind === 'field')
    return new Failure('CONFLICT', 'The device of this conflict was deleted.');
  const refused =
    record === undefined
      ? resolveDeleted(parts, conflict, decision.take)
      : conflict.kind === 'enrolment'
        ? resolveEnrolment(parts, conflict, { record, decision }, afterCommit)
        : resolveField(parts, conflict, { record, decision }, afterCommit);
  if (refused !== undefined) return refused;
  const taken = decision.value === undefined ? decision.take : ('value' as const);
  const nowMs = records.core.clock.now();
  stores.conflicts.resolve(conflict.key, taken, nowMs);
  if (conflict.kind === 'field') stores.conflicts.settleOthers(conflict, nowMs);
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
    const message = 'This value is not valid here.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'value', message }] });
  }
  const [clash] = packageConflicts(known.settings.applications ?? []);
  if (clash !== undefined)
    return new Failure('CONFLICT', `${clash.packageName} would be used by two different applications.`);
  const { by } = decision;
  const changing = changingNow(records, afterCommit, { ...by.act, continues: by.changeId ?? null });
  takeState(records, record, known, changing);
  by.changeId ??= changing.changeId(record.enterpriseId);
  return undefined;
}
