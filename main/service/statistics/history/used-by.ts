import { EVENT_RETENTION_DAYS } from '../../../../shared/contract/devices/events.ts';
import { forEachEntry, MS_PER_QUARTER, QUARTERS_PER_DAY } from '../roll-ups/activity-day.ts';
import type { TimeSpan } from './buckets.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import { type Scope, scopeOf } from './scope.ts';
import { spanOf } from './span.ts';

const MS_PER_DAY = 86_400_000;

/** A query of use. `name`: a package or a content; null: unnamed; undefined: anything. */
type Requested = {
  readonly name: string | null | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly caller: Caller;
};

/** Returns the headsets that used something within a period of whole quarter-hours, sorted by id. */
export async function usedByName(
  records: StatisticsRecords,
  { name, from, to, caller }: Requested,
): Promise<{ ids: string[] } | Failure<'VALIDATION_FAILED'>> {
  const nowMs = records.core.clock.now();
  const startDate = from ?? toInstant(nowMs - EVENT_RETENTION_DAYS * MS_PER_DAY);
  const span = spanOf({ startDate, endDate: to }, 'UTC', nowMs, MS_PER_QUARTER);
  if (span instanceof Failure) return span;
  await records.rollUps.settle();
  const ids = await usedBy(records, await scopeOf(records, undefined, caller), name, span);
  return { ids: ids.toSorted() };
}

/** Returns the ids of live devices that used a package or a content within a period, in the order of the scope. */
async function usedBy(
  records: StatisticsRecords,
  scope: Scope,
  name: string | null | undefined,
  { fromMs, toMs }: TimeSpan,
): Promise<string[]> {
  const ids: string[] = [];
  const isCounted = new Map<number, boolean>();
  const [first, end] = [fromMs / MS_PER_QUARTER, toMs / MS_PER_QUARTER];
  const [firstDay, lastDay] = [
    Math.floor(first / QUARTERS_PER_DAY),
    Math.floor((end - 1) / QUARTERS_PER_DAY),
  ];
  const means = (subject: number): boolean => {
    if (name === undefined) return true;
    const known =
      isCounted.get(subject) ?? (records.rollUps.activity.subject(subject)?.name ?? '') === (name ?? '');
    isCounted.set(subject, known);
    return known;
  };
  await forEachYielding(scope.devices, ({ id, key, isDeleted, isArchived }) => {
    if (isDeleted || isArchived || records.rollUps.activity.used(key) === undefined) return;
    let isUsed = false;
    for (const { day, entries } of records.rollUps.activity.days(key, firstDay, lastDay)) {
      forEachEntry(entries, ({ subject, quarter }) => {
        const slot = day * QUARTERS_PER_DAY + quarter;
        isUsed ||= slot >= first && slot < end && means(subject);
      });
      if (isUsed) break;
    }
    if (isUsed) ids.push(id);
  });
  return ids;
}
