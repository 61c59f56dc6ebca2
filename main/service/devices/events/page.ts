import type { DeviceEvent } from '../../../../shared/contract/devices/events.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { z } from 'zod';

import { firstRetainedDay, MS_PER_DAY } from './day.ts';
import type { EventRow, EventStore, Span } from './store.ts';

/** A query of events: `fromMs` and `toMs` are inclusive. */
export type EventQuery = {
  /** Any of these; undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly page: number;
  readonly limit: number;
};

/** No instant of the interface is later than this. */
const END_OF_TIME_MS = 8.64e15;

/**
 * Returns a page of a device's history, newest first, with the total. Walks the counts per day (181 at most) to the day
 * on which the page begins, so that the cost does not depend on the page number, and reads only days that have such
 * events: a day is searched as a whole, and a rare type is spread over many.
 */
export async function readEventPage(
  events: EventStore,
  deviceKey: number,
  query: EventQuery,
  nowMs: number,
): Promise<{ readonly total: number; readonly items: DeviceEvent[] }> {
  const oldestMs = firstRetainedDay(nowMs) * MS_PER_DAY;
  const span: Span = {
    fromMs: Math.max(query.fromMs ?? oldestMs, oldestMs),
    toMs: query.toMs ?? END_OF_TIME_MS,
  };
  if (span.fromMs > span.toMs) return { total: 0, items: [] };
  const days = countDays(events, deviceKey, span, query.types);
  const total = days.reduce((sum, day) => sum + day.count, 0);
  let offset = (query.page - 1) * query.limit;
  const items: DeviceEvent[] = [];
  const yielder = new Yielder();
  for (const { day, count } of days) {
    if (items.length === query.limit) break;
    if (offset < count) {
      const part = { limit: query.limit - items.length, offset };
      items.push(...events.page(deviceKey, cutDay(day, span), query.types, part).map(toEvent));
      await yielder.yieldIfDue();
    }
    offset = Math.max(0, offset - count);
  }
  return { total, items };
}

/** Counts all events of a period. */
export function countEvents(events: EventStore, deviceKey: number, span: Span): number {
  return countDays(events, deviceKey, span, undefined).reduce((sum, { count }) => sum + count, 0);
}

/** Returns the part of a UTC day that lies in the period. */
function cutDay(day: number, { fromMs, toMs }: Span): Span {
  const startMs = day * MS_PER_DAY;
  return { fromMs: Math.max(startMs, fromMs), toMs: Math.min(startMs + MS_PER_DAY - 1, toMs) };
}

/** Counts by day, newest first; the first and the last day are counted exactly if the period cuts them. */
function countDays(events: EventStore, deviceKey: number, span: Span, types: readonly string[] | undefined) {
  const firstDay = Math.floor(span.fromMs / MS_PER_DAY);
  const lastDay = Math.floor(span.toMs / MS_PER_DAY);
  return events.countDays(deviceKey, firstDay, lastDay, types).map(({ day, count }) => {
    const cut = cutDay(day, span);
    if (cut.toMs - cut.fromMs === MS_PER_DAY - 1) return { day, count };
    return { day, count: events.countSpan(deviceKey, cut, types) };
  });
}

const payloadSchema = z.record(z.string(), z.unknown()).nullable();

function toEvent(row: EventRow): DeviceEvent {
  return {
    eventId: row.event_id,
    type: row.type,
    timestamp: row.timestamp_ms,
    receivedAt: toInstant(row.received_at_ms),
    payload: row.payload === null ? null : payloadSchema.parse(JSON.parse(row.payload)),
    ...(row.is_clock_suspect === 1 ? { clockSuspect: true as const } : {}),
  };
}
