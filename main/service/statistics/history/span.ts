import { EVENT_RETENTION_DAYS } from '../../../../shared/contract/devices/events.ts';
import { DEFAULT_STATISTICS_DAYS } from '../../../../shared/contract/statistics/statistics.ts';
import type { TimeSpan } from './buckets.ts';
import { localDay, startOfLocalDay } from '../../../../shared/domain/statistics/time-zone.ts';
import { Failure } from '../../kernel/failure.ts';

const MS_PER_DAY = 86_400_000;

type Requested = { readonly startDate?: string | undefined; readonly endDate?: string | undefined };

/**
 * Returns the period to count, widened to whole steps of `stepMs` and limited to what is retained and past; empty,
 * with its end at its start, if nothing is left. An end before the start is refused.
 */
export function spanOf(
  requested: Requested,
  timeZone: string,
  nowMs: number,
  stepMs: number,
): TimeSpan | Failure<'VALIDATION_FAILED'> {
  const oldestMs = (Math.floor(nowMs / MS_PER_DAY) - EVENT_RETENTION_DAYS) * MS_PER_DAY;
  // The current step counts: it contains the latest signals.
  const newestMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  const clamp = (epochMs: number): number => Math.min(Math.max(epochMs, oldestMs), newestMs);
  const endMs = requested.endDate === undefined ? newestMs : Date.parse(requested.endDate);
  const startMs = requested.startDate === undefined ? undefined : Date.parse(requested.startDate);
  if (startMs !== undefined && endMs < startMs) {
    return requested.endDate === undefined
      ? refuse('startDate', 'Must not be in the future')
      : refuse('endDate', 'Must not be before startDate');
  }
  const toMs = clamp(Math.ceil(endMs / stepMs) * stepMs);
  const fromMs = startMs ?? defaultStart(timeZone, Math.min(clamp(endMs) - 1, nowMs));
  return { fromMs: clamp(Math.floor(fromMs / stepMs) * stepMs), toMs };
}

function refuse(path: string, message: string): Failure<'VALIDATION_FAILED'> {
  return new Failure('VALIDATION_FAILED', `The request is not valid: ${path}: ${message}`, {
    details: [{ path, message }],
  });
}

function defaultStart(timeZone: string, endMs: number): number {
  return startOfLocalDay(timeZone, localDay(timeZone, endMs) - (DEFAULT_STATISTICS_DAYS - 1));
}
