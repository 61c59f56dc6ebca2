import { EVENT_RETENTION_DAYS } from '../../../../shared/contract/devices/events.ts';

export const MS_PER_DAY = 86_400_000;

/** The first UTC day, as a count of days since 1970, whose events are still kept. Whole days go at once. */
export function firstKeptDay(nowMs: number): number {
  return Math.floor(nowMs / MS_PER_DAY) - EVENT_RETENTION_DAYS;
}
