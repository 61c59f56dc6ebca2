import type { DeviceEvent } from '../../../../shared/contract/devices/events.ts';
import { toInstant } from '../../kernel/clock.ts';
import { z } from 'zod';

import { firstKeptDay, MS_PER_DAY } from './day.ts';
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
 * Returns a page of a device's history, newest first, with the total. Walks the counts per day (181 at most) to the
 * day on which the page begins, so that the cost does not depend on the page number.
 */
export function readEventPage(
  events: EventStore,
  deviceKey: number,
  query: EventQuery,
  nowMs: number,
): { readonly total: number; readonly items: DeviceEvent[] } {
  const oldestMs = firstKeptDay(nowMs) * MS_PER_DAY;
  const span: Span = {
    fromMs: Math.max(query.fromMs ?? oldestMs, oldestMs),
    toMs: query.toMs ?? END_OF_TIME_MS,
  };
  if (span.fromMs > span.toMs) return { total: 0, items: [] };
  const days = countDays(events, deviceKey, span, query.types);
  const total = days.reduce((sum, day) => sum + day.count, 0);
  let offset = (query.page - 1) * query.limit;
  for (const { day, count } of days) {
    if (offset < count) {
      const upTo = { fromMs: span.fromMs, toMs: Math.min(span.toMs, (day + 1) * MS_PER_DAY - 1) };
      const rows = events.page(deviceKey, upTo, query.types, { limit: query.limit, offset });
      return { total, items: rows.map(toEvent) };
    }
    offset -= count;
  }
  return { total, items: [] };
}

/** Counts by day, newest first; the first and the last day are counted exactly if the period cuts them. */
function countDays(events: EventStore, deviceKey: number, span: Span, types: readonly string[] | undefined) {
  const firstDay = Math.floor(span.fromMs / MS_PER_DAY);
  const lastDay = Math.floor(span.toMs / MS_PER_DAY);
  return events.countDays(deviceKey, firstDay, lastDay, types).map(({ day, count }) => {
    const startMs = day * MS_PER_DAY;
    const endMs = startMs + MS_PER_DAY - 1;
    if (startMs >= span.fromMs && endMs <= span.toMs) return { day, count };
    const cut = { fromMs: Math.max(startMs, span.fromMs), toMs: Math.min(endMs, span.toMs) };
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
