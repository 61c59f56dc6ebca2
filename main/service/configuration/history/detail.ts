import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { settingsRows } from '../../devices/comparison/index.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import type { ChangeRow, ChangeStore, Field, State, StepRow } from '../../devices/history/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import { columnRows, type WantedStates } from '../preview/plan-states.ts';

/** The effect of a change on its headsets, and their current state. */
export type Detail = {
  readonly groups: readonly {
    readonly devicesId: readonly string[];
    readonly rows: readonly SettingsRow[];
  }[];
  readonly movedIds: readonly string[];
  /** Every headset that still exists, in the order of the records. */
  readonly ids: readonly string[];
  /** Previous state of each, by the key of its record. */
  readonly before: ReadonlyMap<number, WantedStates>;
};

/** Reads a change in slices that let requests run in between; headsets that changed alike are grouped. */
export async function readDetail(records: Records, store: ChangeStore, change: ChangeRow): Promise<Detail> {
  const yielder = new Yielder();
  const groups = new Map<string, { devicesId: string[]; rows: SettingsRow[] }>();
  const moved = new Set<string>();
  const before = new Map<number, Map<Field, State>>();
  const byDevice = new Map<number, StepRow[]>();
  for (let after = -1; ;) {
    const steps = store.steps(change.key, after);
    if (steps.length === 0) break;
    for (const step of steps) {
      byDevice.set(step.deviceKey, [...(byDevice.get(step.deviceKey) ?? []), step]);
      after = step.deviceKey;
    }
    await yielder.yieldIfDue();
  }
  const ids: string[] = [];
  for (const [deviceKey, steps] of byDevice) {
    const id = steps[0]?.deviceId ?? null;
    const key = JSON.stringify(steps.map(({ field, before: was, after: is }) => [field, was, is]));
    const group = groups.get(key) ?? { devicesId: [], rows: steps.flatMap(rowsOf) };
    groups.set(key, group);
    if (id !== null) {
      ids.push(id);
      group.devicesId.push(id);
      before.set(deviceKey, new Map(steps.map(({ field, before: was }) => [field, was])));
      if (hasMovedSince(records, id, steps)) moved.add(id);
    }
    await yielder.yieldIfDue();
  }
  return { groups: [...groups.values()], movedIds: [...moved], ids, before };
}

function rowsOf({ field, before, after }: StepRow): SettingsRow[] {
  if (field !== 'settings') return columnRows(field, before, after);
  return settingsRows({
    now: parseSettings(before ?? '{}'),
    wanted: parseSettings(after ?? '{}'),
    factsOf: () => undefined,
  });
}

function hasMovedSince(records: Records, id: string, steps: readonly StepRow[]): boolean {
  const record = records.devices.find(id);
  return record !== undefined && steps.some(({ field, after }) => record[field] !== after);
}
