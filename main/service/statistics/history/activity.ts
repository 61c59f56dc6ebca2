import type { z } from 'zod';

import type {
  Activity,
  ActiveDevice,
  getActivity,
  IdleDevice,
  UsedContent,
} from '../../../../shared/contract/statistics/statistics.ts';
import { bucketsOf, type TimeSpan } from './buckets.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Identity } from '../../devices/registry/index.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import { byDuration, byPlays, firstOf, lastOf } from './ranking.ts';
import type { Scope } from './scope.ts';
import { forEachYielding, Yielder } from '../../kernel/yielding.ts';
import { UseCounter } from './use.ts';

const MS_PER_DAY = 86_400_000;

/** What to count. */
export type ActivityQuery = {
  readonly span: TimeSpan;
  readonly timeZone: string;
  readonly requested: z.output<typeof getActivity.body>;
};

/** The use of a device in the period, and when it was last used at all. */
type Line = {
  readonly device: Identity;
  readonly plays: number;
  readonly durationMs: number;
  readonly lastAtMs: number | null;
};

/** Reads the use of every device in scope from the roll-ups, device by device, yielding to other requests. */
export async function activityOf(
  records: StatisticsRecords,
  scope: Scope,
  query: ActivityQuery,
): Promise<Activity> {
  const { span, timeZone, requested } = query;
  const days = bucketsOf(span, 'day', timeZone);
  const counter = new UseCounter(span, days);
  const lines: Line[] = [];
  const yielder = new Yielder();
  for (const device of scope.devices) {
    const lastAtMs = records.rollUps.activity.used(device.key)?.lastAtMs ?? null;
    // Most of a large fleet was never used: those are skipped.
    const use =
      lastAtMs === null ? { plays: 0, durationMs: 0 } : await counter.add(records, device.key, yielder);
    lines.push({ device, lastAtMs, ...use });
    await yielder.yieldIfDue();
  }
  const active = lines.filter(({ plays, durationMs }) => plays > 0 || durationMs > 0);
  const contents = await contentsOf(records, counter);
  return {
    startDate: toInstant(span.fromMs),
    endDate: toInstant(span.toMs),
    timeZone,
    inactiveDays: requested.inactiveDays,
    totals: {
      plays: sumOf(active, ({ plays }) => plays),
      durationMs: sumOf(active, ({ durationMs }) => durationMs),
      devices: lines.length,
      activeDevices: active.length,
    },
    topByPlays: firstOf(active, byPlays, requested.limit).map(toActive),
    topByDuration: firstOf(active, byDuration, requested.limit).map(toActive),
    contents: {
      total: contents.length,
      mostUsed: firstOf(contents, byPlays, requested.limit),
      leastUsed: lastOf(contents, byPlays, requested.limit),
      longestUsed: firstOf(contents, byDuration, requested.limit),
      shortestUsed: lastOf(contents, byDuration, requested.limit),
    },
    days: days.map(({ date, fromMs, toMs }, index) => ({
      date,
      start: toInstant(fromMs),
      end: toInstant(toMs),
      ...(counter.perDay[index] ?? { plays: 0, durationMs: 0 }),
    })),
    ...idleOf(lines, records.core.clock.now() - requested.inactiveDays * MS_PER_DAY),
    invalidIds: [...scope.invalidIds],
  };
}

async function contentsOf(records: StatisticsRecords, { perSubject }: UseCounter): Promise<UsedContent[]> {
  const contents: UsedContent[] = [];
  await forEachYielding(perSubject, ([id, use]) => {
    const subject = records.rollUps.activity.subject(id);
    // Use without a named subject counts for its device only.
    if (subject === undefined) return;
    const { kind, name } = subject;
    contents.push({
      kind: kind.startsWith('app') ? 'app' : 'video',
      contentId: kind.endsWith('content') && name !== '' ? name : null,
      packageName: kind.endsWith('package') && name !== '' ? name : null,
      ...use,
    });
  });
  return contents;
}

/** Returns enrolled devices that are idle. */
function idleOf(
  lines: readonly Line[],
  idleBeforeMs: number,
): { neverUsed: IdleDevice[]; inactive: IdleDevice[] } {
  const usable = lines.filter(({ device }) => device.isEnrolled && !device.isArchived && !device.isDeleted);
  return {
    neverUsed: usable.filter(({ lastAtMs }) => lastAtMs === null).map(toIdle),
    inactive: usable
      .filter(({ lastAtMs }) => lastAtMs !== null && lastAtMs < idleBeforeMs)
      .toSorted((a, b) => (a.lastAtMs ?? 0) - (b.lastAtMs ?? 0))
      .map(toIdle),
  };
}

function toActive({ device, plays, durationMs, lastAtMs }: Line): ActiveDevice {
  const { id, label, model, isArchived, isDeleted } = device;
  const lastActivityAt = toInstantOrNull(lastAtMs);
  return { deviceId: id, label, model, isArchived, isDeleted, plays, durationMs, lastActivityAt };
}

function toIdle({ device, lastAtMs }: Line): IdleDevice {
  return {
    deviceId: device.id,
    label: device.label,
    enrolledAt: toInstantOrNull(device.enrolledAtMs),
    lastActivityAt: toInstantOrNull(lastAtMs),
  };
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
