import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import type { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { writeSettings } from '../settings/apply.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changingIn } from '../../devices/changes/index.ts';
import { actOf } from '../../devices/history/index.ts';
import { type ContentChange, ContentPlan, type Rule } from './plan.ts';

/** The devices that a change of a content applies to. */
export type Scope = {
  readonly caller: Caller;
  readonly contentId: string;
  /** Only these; absent: all that the caller reaches. */
  readonly devicesId?: readonly string[];
  /** Only devices of a model with one of these names. */
  readonly models?: readonly string[] | undefined;
};

/** Devices searched at once. */
const SLICE = 50;

/** A change with the rules that its result must satisfy on every device. */
export type RuledChange<Code extends ErrorCode> = ContentChange & { readonly rules: readonly Rule<Code>[] };

/**
 * Changes a content on every device in scope that has it, in one transaction and without blocking requests. Returns
 * how many have it. Refused as a whole if a rule refuses it for one of them. Unchanged settings are neither written
 * nor published.
 */
export function changeContent<Code extends ErrorCode>(
  records: Records,
  scope: Scope,
  change: RuledChange<Code>,
): Promise<{ success: true; devices: number } | Failure<Code>> {
  const plan = new ContentPlan(change);
  return records.core.writer.runLarge(function* changeAll(large) {
    const changing = changingIn(records, large, actOf(scope.caller, 'contents'));
    let devices = 0;
    for (const record of candidates(records, scope)) {
      yield;
      if (record === undefined) continue;
      const planned = plan.for(record);
      if (!planned.isConcerned) continue;
      for (const rule of change.rules) {
        const refusal = rule(record, planned);
        if (refusal !== undefined) return refusal;
      }
      devices += 1;
      if (planned.text !== record.settings) writeSettings(records, record, planned.text, changing);
    }
    return { success: true as const, devices };
  });
}

/** Yields the devices in scope whose settings contain the id; undefined after each slice searched. */
function* candidates(records: Records, scope: Scope): Generator<DeviceRecord | undefined> {
  const { caller, contentId, devicesId, models } = scope;
  const ids = devicesId === undefined ? allIds(records, caller) : [...new Set(devicesId)];
  const isOfModel = modelFilter(records, models);
  const holding = records.devices.holding([contentId]);
  for (let at = 0; at < ids.length; at += SLICE) {
    for (const record of holding(ids.slice(at, at + SLICE))) {
      if (caller.reach.has(record.enterpriseId) && isOfModel(record)) yield record;
    }
    yield undefined;
  }
}

function allIds({ ids }: Records, caller: Caller): readonly string[] {
  return [...caller.reach].flatMap((enterpriseId) => ids.all(enterpriseId));
}

/** Returns which requested models no organisation in the caller's reach has. */
export function unknownModels(
  { types }: Records,
  { reach }: Caller,
  models: readonly string[] = [],
): readonly string[] {
  return [...new Set(models)].filter((name) => ![...reach].some((id) => types.isNamed(id, name)));
}

/** Looks each model up once: a fleet has few. */
function modelFilter({ types }: Records, models: readonly string[] | undefined) {
  if (models === undefined) return () => true;
  const isRequested = new Map<string, boolean>();
  return ({ enterpriseId, typeId }: DeviceRecord): boolean => {
    if (typeId === null) return false;
    const known = isRequested.get(typeId);
    if (known !== undefined) return known;
    const name = types.find(enterpriseId, typeId)?.name;
    const answer = name !== undefined && models.includes(name);
    isRequested.set(typeId, answer);
    return answer;
  };
}
