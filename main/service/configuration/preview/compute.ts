import { isChange, reportedOtherwise } from '../../devices/comparison/index.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { actorOf } from '../../devices/history/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { toEffective } from '../../devices/views/index.ts';
import { isOnline, reachOfHeadset } from './reach.ts';
import type {
  PlanDeviceRow,
  PlannedGroup,
  PlanRow,
  PlanStore,
  TargetText,
} from '../plan-store/plan-store.ts';
import { titleOf } from '../plan-store/title.ts';
import type { TargetState, TargetPlan } from './target.ts';

/** How long a plan is retained before and after it is applied, in ms. */
const DRAFT_MS = 24 * 60 * 60 * 1_000;
export const APPLIED_MS = 30 * DRAFT_MS;

/** The change to preview, and its headsets. */
export type PlanOrder = {
  readonly ids: readonly string[];
  readonly caller: Caller;
  readonly enterpriseId: EnterpriseId;
  readonly target: TargetPlan;
  readonly source: PlanRow['source'];
  /** What it can be computed from again; null: it cannot. */
  readonly text: TargetText | null;
  /** Undefined: derived from the change. */
  readonly title: string | undefined;
};

/** A plan that was computed and stored. */
export type Computed = {
  readonly plan: PlanRow;
  readonly groups: readonly PlannedGroup[];
  /** Each group as stored. */
  readonly texts: readonly string[];
  readonly devices: readonly PlanDeviceRow[];
};

/** Headsets on which the plan has the same effect. */
type Shared = {
  readonly place: number;
  readonly group: PlannedGroup;
  readonly wanted: TargetState;
  readonly hash: string | null;
};

/**
 * Computes and stores a plan, in slices that let requests run in between. The effect of a change on equal settings of
 * equal headsets is computed once.
 */
export function computePlan(records: Records, store: PlanStore, order: PlanOrder): Promise<Computed> {
  const { core } = records;
  const nowMs = core.clock.now();
  const retainedUntilMs = nowMs + DRAFT_MS;
  return core.writer.runLarge(function* work(large) {
    const key = store.nextKey();
    const builder = new GroupBuilder(records, order.target);
    const devices: PlanDeviceRow[] = [];
    const invalidIds: string[] = [];
    let offline = 0;
    for (const id of new Set(order.ids)) {
      yield;
      const record = findDevice(records, id, order.caller);
      if (record instanceof Failure || record.enterpriseId !== order.enterpriseId) {
        invalidIds.push(id);
        continue;
      }
      const isKnown = builder.size;
      const shared = builder.of(record);
      const { wanted, hash, group } = shared;
      if (group.outcome === 'change' && !isOnline(reachOfHeadset(records, record))) offline += 1;
      if (builder.size > isKnown && hash !== null) {
        store.saveStateIn(large, hash, retainedUntilMs, wanted.settings ?? '');
      }
      devices.push(aDevice(record, shared, devices.length, nowMs));
    }
    const { groups } = builder;
    const plan: PlanRow = {
      key,
      id: newId(),
      enterpriseId: order.enterpriseId,
      createdAtMs: nowMs,
      author: actorOf(order.caller),
      title: order.title ?? titleOf(groups),
      source: order.source,
      invalidIds,
      target: order.text,
      offline,
      retainedUntilMs,
      changeId: null,
      run: null,
    };
    const texts = yield* write(store, large, { plan, groups, devices });
    return { plan, groups, texts, devices };
  });
}

/** Yields the texts of the groups. */
function* write(
  store: PlanStore,
  large: LargeChange,
  { plan, groups, devices }: Omit<Computed, 'texts'>,
): Generator<void, string[]> {
  store.addIn(large, plan);
  const texts: string[] = [];
  for (const [place, group] of groups.entries()) {
    const text = JSON.stringify(group);
    texts.push(text);
    store.addGroupIn(large, plan.key, place, { outcome: group.outcome, text });
    yield;
  }
  for (const row of devices) {
    store.addDeviceIn(large, plan.key, row);
    yield;
  }
  return texts;
}

function aDevice(
  record: DeviceRecord,
  { place: groupPlace, wanted, hash, group }: Shared,
  place: number,
  nowMs: number,
): PlanDeviceRow {
  return {
    place,
    deviceKey: record.key,
    deviceId: record.id,
    groupPlace,
    baseRevision: record.settingsRevision,
    targetHash: hash,
    columns: [...wanted.columns],
    discardReports: [...wanted.discardReports],
    state: group.outcome === 'change' ? 'queued' : group.outcome,
    wave: null,
    reason: null,
    untilMs: null,
    attempts: 0,
    sentRevision: null,
    changedAtMs: nowMs,
  };
}

/** Groups headsets on which a change has the same effect. */
class GroupBuilder {
  readonly groups: PlannedGroup[] = [];
  readonly #records: Records;
  readonly #target: TargetPlan;
  readonly #wanted = new Map<string, { readonly wanted: TargetState; readonly hash: string | null }>();
  readonly #shared = new Map<string, Shared>();

  constructor(records: Records, target: TargetPlan) {
    this.#records = records;
    this.#target = target;
  }

  get size(): number {
    return this.#wanted.size;
  }

  of(record: DeviceRecord): Shared {
    const key = `${record.typeId ?? ''} ${this.#target.keyOf(record)}`;
    const known = this.#wanted.get(key);
    const planned = known ?? this.#plan(record);
    if (known === undefined) this.#wanted.set(key, planned);
    const { effective } = this.#records.compliance.find(record.key);
    const reported =
      effective === null ? new Map() : reportedOtherwise(planned.wanted.rows, toEffective(effective));
    const place = reported.size === 0 ? key : `${JSON.stringify([...reported])} ${key}`;
    return this.#shared.get(place) ?? this.#add(place, record, planned, reported);
  }

  #plan(record: DeviceRecord) {
    const wanted = this.#target.targetOf(record);
    return { wanted, hash: wanted.settings === null ? null : this.#records.states.hashOf(wanted.settings) };
  }

  #add(
    key: string,
    record: DeviceRecord,
    { wanted, hash }: { readonly wanted: TargetState; readonly hash: string | null },
    reported: ReadonlyMap<string, unknown>,
  ): Shared {
    const { types } = this.#records;
    const type = record.typeId === null ? undefined : types.find(record.enterpriseId, record.typeId);
    const { conflicts, faults, network } = wanted;
    const group: PlannedGroup = {
      brand: type?.brand ?? null,
      model: type?.name ?? null,
      outcome: outcomeOf(wanted),
      rows: wanted.rows.map((row) =>
        row.entry === null && reported.has(row.path) ? { ...row, reported: reported.get(row.path) } : row,
      ),
      conflicts,
      faults,
      network,
    };
    const shared = { place: this.groups.length, group, wanted, hash };
    this.groups.push(group);
    this.#shared.set(key, shared);
    return shared;
  }
}

function outcomeOf({ rows, conflicts, faults, isForced }: TargetState): PlannedGroup['outcome'] {
  if (conflicts.length + faults.length > 0) return 'refused';
  return isForced || rows.some(isChange) ? 'change' : 'same';
}
