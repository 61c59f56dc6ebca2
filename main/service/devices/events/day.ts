import { EVENT_RETENTION_DAYS } from '../../../../shared/contract/devices/events.ts';

export const MS_PER_DAY = 86_400_000;

/** Returns the first UTC day, as a count of days since 1970, whose events are retained. Whole days are deleted. */
export function firstRetainedDay(nowMs: number): number {
  return Math.floor(nowMs / MS_PER_DAY) - EVENT_RETENTION_DAYS;
}
