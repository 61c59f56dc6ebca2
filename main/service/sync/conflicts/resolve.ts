import { isDeepStrictEqual } from 'node:util';

import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import { getAt, setAt } from '../rules/state-path.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import type { Act } from '../../devices/history/index.ts';
import type { Conflict } from '../records/conflict-store.ts';
import type { SyncParts } from '../records/parts.ts';
import { type Choice, type Refused, resolveDeleted, resolveEnrolment } from './resolve-enrolment.ts';
import { applyState } from '../apply/apply-state.ts';
import { unsealValue } from '../records/values.ts';
import { noteLaterEdit } from '../apply/later-edits.ts';
import { knownOf, withUnknown, stateOf, unsealState } from '../wire/wire.ts';

/** A person's decision. Decisions made together are one change in the history. */
type Decision = Choice & { readonly by: Deciding };

/** Who decides, and the change that the decisions belong to. */
export type Deciding = { readonly act: Act; changeId?: string | undefined };

/**
 * Decides a conflict inside the caller's transaction. The value is written like any other local change: the headset is
 * notified, and the next run uploads it. A decision can be reversed later.
 */
export function resolveConflict(
  parts: SyncParts,
  conflict: Conflict,
  decision: Decision,
  afterCommit: AfterCommit,
): Conflict | Refused {
  const { records, stores } = parts;
  const nowMs = records.core.clock.now();
  const record = records.devices.findByKey(conflict.deviceKey);
  if (record === undefined && conflict.kind === 'field')
    return new Failure('CONFLICT', 'The device of this conflict was deleted.');
  const refused =
    record === undefined
      ? resolveDeleted(parts, conflict, decision.take)
      : conflict.kind === 'enrolment'
        ? resolveEnrolment(parts, conflict, { record, decision, nowMs }, afterCommit)
        : resolveField(parts, conflict, { record, decision }, afterCommit);
  if (refused !== undefined) return refused;
  const taken = decision.value === undefined ? decision.take : ('value' as const);
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
  const storedBase = stores.links.base(record.key);
  const base = storedBase === undefined ? undefined : unsealState(storedBase, vault);
  const here = withUnknown(base, stateOf(record, vault));
  const value = decision.value ?? unsealValue(conflict[decision.take], vault);
  const changed = setAt(here, conflict.path, value);
  const known = knownOf(changed);
  if (decision.value !== undefined && !isDeepStrictEqual(getAt(known, conflict.path), decision.value)) {
    const message = 'This value is not valid.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'value', message }] });
  }
  const [clash] = packageConflicts(known.settings.applications ?? []);
  if (clash !== undefined)
    return new Failure('CONFLICT', `${clash.packageName} would be used by two different applications.`);
  noteLaterEdit({ records, stores }, record, conflict);
  const { by } = decision;
  const changing = changingNow(records, afterCommit, { ...by.act, continues: by.changeId ?? null });
  applyState(records, record, known, changing);
  by.changeId ??= changing.changeId(record.enterpriseId);
  return undefined;
}
