import {
  type Plan,
  type PlanResult,
  type PlanRun,
  type PlanSummary,
  type ResultCounts,
  RESULT_STATES,
  planGroupSchema,
} from '../../../../shared/contract/configuration/plans/plans.ts';
import type { HeadsetSpace } from '../../../../shared/contract/content/library-space.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import { JsonStream, withCommas } from '../../kernel/http/routes/json-stream.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { ChangeStore, ToAuthor } from '../../devices/history/index.ts';
import { type LibraryStore, type Downloads, SpaceCheck } from '../../content/index.ts';
import { downloadingGroup, downloadsOf } from './downloads.ts';
import { isOnline, reachOfHeadset } from '../preview/reach.ts';
import type { PlanDeviceRow, PlannedGroup, PlanRow, PlanStore, RunRow } from '../plan-store/plan-store.ts';

/** Headsets of a plan that are processed together. */
const SLICE = 50;

/** Dependencies of views. */
export type ViewParts = {
  readonly records: Records;
  readonly store: PlanStore;
  readonly toAuthor: ToAuthor;
  readonly changes: Pick<ChangeStore, 'find'>;
  readonly library: LibraryStore;
};

/**
 * Returns a plan without its rows; `offlineNow` is the number of its headsets that are offline; by default the number
 * when it was made.
 */
export function toSummary(
  { toAuthor, changes }: Pick<ViewParts, 'toAuthor' | 'changes'>,
  plan: PlanRow,
  devices: readonly PlanDeviceRow[],
  offlineNow = plan.offline,
): PlanSummary {
  const counts = countsOf(devices);
  const changing = devices.length - counts.same - counts.refused;
  // Offline headsets matter before it is sent; afterwards the states of the rollout show them.
  const offline = plan.run === null ? offlineNow : counts.waiting;
  return {
    id: plan.id,
    title: plan.title,
    source: plan.source,
    createdAt: toInstant(plan.createdAtMs),
    author: toAuthor(plan.author),
    counts: {
      devices: devices.length,
      change: changing,
      same: counts.same,
      refused: counts.refused,
      offline,
    },
    run: plan.run === null ? null : toRun(plan.run, devices, counts),
    changeId: plan.changeId,
    undoneBy: plan.changeId === null ? null : (changes.find(plan.changeId)?.revertedBy ?? null),
  };
}

function countsOf(devices: readonly PlanDeviceRow[]): ResultCounts {
  const counts = new Map<string, number>(RESULT_STATES.map((state) => [state, 0]));
  for (const { state } of devices) counts.set(state, (counts.get(state) ?? 0) + 1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the list of all states
  return Object.fromEntries(counts) as ResultCounts;
}

function toRun(run: RunRow, devices: readonly PlanDeviceRow[], counts: ResultCounts): PlanRun {
  return {
    state: run.state,
    stoppedBy: run.stoppedBy,
    wave: run.wave,
    waves: wavesOf(run, devices),
    stopAtFailedPercent: run.stopAtFailedPercent,
    waitUntil: toInstantOrNull(run.waitUntilMs),
    confirmWithinSec: run.confirmWithinSec,
    startedAt: toInstant(run.startedAtMs),
    finishedAt: toInstantOrNull(run.finishedAtMs),
    counts,
  };
}

function wavesOf(run: RunRow, devices: readonly PlanDeviceRow[]): PlanRun['waves'] {
  const waves = Array.from({ length: run.lastWave }, () => ({
    size: 0,
    queued: 0,
    open: 0,
    confirmed: 0,
    failed: 0,
  }));
  for (const { wave, state } of devices) {
    const at = wave === null ? undefined : waves[wave - 1];
    if (at === undefined) continue;
    at.size += 1;
    if (state === 'queued') at.queued += 1;
    if (state === 'sent' || state === 'applying') at.open += 1;
    if (state === 'confirmed') at.confirmed += 1;
    if (state === 'failed') at.failed += 1;
  }
  return waves.map(({ size, queued, open, confirmed, failed }, index) => {
    const number = index + 1;
    const isStopped = number === run.wave && run.state === 'stopped';
    // Headsets that come back later do not keep a wave running.
    const current = open + queued > 0 ? 'running' : 'done';
    const state = number > run.wave ? 'queued' : isStopped ? 'stopped' : current;
    return { number, size, state, confirmed, failed };
  });
}

/** Returns one headset of a plan, with the progress of its contents. */
export function toResult(
  row: PlanDeviceRow,
  record: DeviceRecord | undefined,
  progress: number | null,
): PlanResult {
  return {
    id: row.deviceId,
    label: record?.label ?? null,
    state: row.state,
    wave: row.wave,
    reason: row.reason,
    progress: row.state === 'applying' ? progress : null,
    until: row.state === 'waiting' ? toInstantOrNull(row.untilMs) : null,
    attempts: row.attempts,
    changedAt: toInstant(row.changedAtMs),
  };
}

/** The groups of a plan that was just made. */
type FreshGroups = { readonly groups: readonly PlannedGroup[]; readonly texts: readonly string[] };

/**
 * Returns the whole plan, computed in slices that let requests run in between; its groups are read if they are not
 * passed.
 */
export async function toPlan(
  parts: ViewParts,
  plan: PlanRow,
  devices: readonly PlanDeviceRow[],
  fresh?: FreshGroups,
): Promise<JsonStream<never>> {
  const yielder = new Yielder();
  const texts =
    fresh?.texts.map((text, place) => ({ place, text })) ?? (await readGroups(parts, plan, yielder));
  const groupOf = fresh === undefined ? groupsFrom(texts) : (place: number) => fresh.groups[place];
  const spacesFor = spacesOf(parts, plan, { groupOf, yielder });
  const ids = new Map<number, string[]>();
  const shown: string[] = [];
  let offlineNow = 0;
  for (let at = 0; at < devices.length; at += SLICE) {
    const found: FoundRow[] = [];
    for (const row of devices.slice(at, at + SLICE)) {
      found.push({ row, record: parts.records.devices.find(row.deviceId) });
      await yielder.yieldIfDue();
    }
    const spaces = await spacesFor(found);
    for (const each of found) {
      const { row } = each;
      const members = ids.get(row.groupPlace) ?? [];
      members.push(row.deviceId);
      ids.set(row.groupPlace, members);
      const device = toPlanDevice(parts, plan, { ...each, room: spaces.get(row.deviceId) });
      if (row.state === 'queued' && !isOnline(device.reach)) offlineNow += 1;
      shown.push(JSON.stringify(device));
      await yielder.yieldIfDue();
    }
  }
  const groups: string[] = [];
  const networks = new ReplacedNetworks();
  for (const { place, text } of texts) {
    networks.add(text, ids.get(place)?.length ?? 0);
    const comma = groups.length === 0 ? '' : ',';
    groups.push(`${comma}{"devicesId":${JSON.stringify(ids.get(place) ?? [])},${text.slice(1)}`);
    await yielder.yieldIfDue();
  }
  const head = JSON.stringify({
    ...toSummary(parts, plan, devices, offlineNow),
    invalidIds: plan.invalidIds,
    replacedNetworks: networks.all,
  });
  return JsonStream.parts([
    `${head.slice(0, -1)},"groups":[`,
    ...groups,
    '],"devices":[',
    ...withCommas(shown),
    ']}',
  ]);
}

type FoundRow = { readonly row: PlanDeviceRow; readonly record: DeviceRecord | undefined };

async function readGroups(
  { store }: ViewParts,
  plan: PlanRow,
  yielder: Yielder,
): Promise<readonly { readonly place: number; readonly text: string }[]> {
  const groups: { place: number; text: string }[] = [];
  for (const { place, text } of store.groups(plan.key)) {
    groups.push({ place, text });
    await yielder.yieldIfDue();
  }
  return groups;
}

type GroupOf = (place: number) => ReturnType<typeof downloadingGroup>;

function groupsFrom(texts: readonly { readonly place: number; readonly text: string }[]): GroupOf {
  const textOf = new Map(texts.map(({ place, text }) => [place, text]));
  return (place) => {
    const text = textOf.get(place);
    return text === undefined ? undefined : downloadingGroup(text);
  };
}

/** Returns how to find the headsets that lack space for a plan: only before it is applied, while that helps. */
function spacesOf(
  { records, library }: ViewParts,
  plan: PlanRow,
  { groupOf, yielder }: { readonly groupOf: GroupOf; readonly yielder: Yielder },
): (found: readonly FoundRow[]) => Promise<ReadonlyMap<string, HeadsetSpace>> {
  const brief = plan.run === null ? library.brief(plan.enterpriseId) : [];
  const space = new SpaceCheck(records, brief);
  // Cached per slice only: caching all headsets would burden every garbage collection.
  let known = new Map<number, Downloads | undefined>();
  const downloadsTo = (place: number): Downloads | undefined => {
    if (brief.length === 0) return undefined;
    if (!known.has(place)) {
      if (known.size === SLICE) known = new Map();
      const group = groupOf(place);
      known.set(place, group === undefined ? undefined : downloadsOf(space, group));
    }
    return known.get(place);
  };
  return async (found) => {
    const requested: { record: DeviceRecord; downloads: Downloads }[] = [];
    for (const { row, record } of found) {
      const brings = record === undefined ? undefined : downloadsTo(row.groupPlace);
      if (record !== undefined && brings !== undefined) requested.push({ record, downloads: brings });
      await yielder.yieldIfDue();
    }
    return space.short(requested, yielder);
  };
}

function toPlanDevice(
  { records }: ViewParts,
  plan: PlanRow,
  { row, record, room }: FoundRow & { readonly room: HeadsetSpace | undefined },
): Plan['devices'][number] {
  if (record === undefined) {
    return {
      id: row.deviceId,
      label: null,
      group: row.groupPlace,
      reach: 'offline',
      lastHeartbeatAt: null,
      isMoved: true,
      missingBytes: null,
      room: null,
    };
  }
  return {
    id: row.deviceId,
    label: record.label,
    group: row.groupPlace,
    reach: reachOfHeadset(records, record),
    lastHeartbeatAt: toInstantOrNull(records.reports.report(record.key).lastHeartbeatAtMs),
    isMoved: plan.run === null && hasMoved(record, row),
    missingBytes: room?.missingBytes ?? null,
    room: room === undefined ? null : toBasis(room),
  };
}

function toBasis({ freeBytes, waitingBytes, waitingUnknown, leavingBytes }: HeadsetSpace) {
  return { freeBytes, waitingBytes, waitingUnknown, leavingBytes };
}

/** Returns true if what the plan would change has changed since. */
export function hasMoved(record: DeviceRecord, row: PlanDeviceRow): boolean {
  const base = row.sentRevision ?? row.baseRevision;
  if (row.targetHash !== null && record.settingsRevision !== base) return true;
  return row.attempts === 0 && row.columns.some(({ field, from }) => record[field] !== from);
}

const groupSchema = planGroupSchema.pick({ network: true });

/** The networks that a plan replaces, and how many headsets are connected through each. */
class ReplacedNetworks {
  readonly #found = new Map<string, Plan['replacedNetworks'][number]>();

  get all(): Plan['replacedNetworks'] {
    return [...this.#found.values()];
  }

  /** Adds a group of headsets; its text is JSON of a `PlannedGroup`. */
  add(text: string, devices: number): void {
    // Hardly any plan concerns networks, and a group may be long.
    if (!text.includes('"network":{')) return;
    const { network } = groupSchema.parse(JSON.parse(text));
    if (network === null) return;
    const key = JSON.stringify(network);
    const known = this.#found.get(key)?.devices ?? 0;
    this.#found.set(key, { ...network, devices: known + devices });
  }
}
