import { isTimeZone } from '../../contract/primitives.ts';
const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
/** Maximum offset of any zone from UTC, either way. */
const FURTHEST_MS = 26 * 60 * MS_PER_MINUTE;

/** Cached per zone, since creating a format costs far more than using it. There are at most some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the zone of this computer; `UTC` if unknown. */
export function machineTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** Returns the calendar day in `timeZone` at this instant, as a count of days since 1970-01-01. */
export function localDay(timeZone: string, epochMs: number): number {
  return Math.floor((epochMs + offsetMs(timeZone, epochMs)) / MS_PER_DAY);
}

/**
 * Returns the first instant of a calendar day in `timeZone` (whole minutes, ms since 1970 UTC): 00:00, or the first
 * clock time after a change that skips midnight. A day that a zone skipped begins when the next one does.
 */
export function startOfLocalDay(timeZone: string, day: number): number {
  const midnightMs = day * MS_PER_DAY;
  const guessMs = midnightMs - offsetMs(timeZone, midnightMs - offsetMs(timeZone, midnightMs));
  const isFirst =
    localDay(timeZone, guessMs) === day && localDay(timeZone, guessMs - MS_PER_MINUTE) === day - 1;
  return isFirst ? guessMs : searchStart(timeZone, day);
}

/** Finds the same by bisection, for days on which the clock changes around midnight. */
function searchStart(timeZone: string, day: number): number {
  let low = (day * MS_PER_DAY - FURTHEST_MS) / MS_PER_MINUTE;
  let high = (day * MS_PER_DAY + FURTHEST_MS) / MS_PER_MINUTE;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (localDay(timeZone, middle * MS_PER_MINUTE) >= day) high = middle;
    else low = middle + 1;
  }
  return low * MS_PER_MINUTE;
}

/** Returns how far the clocks of a zone are ahead of UTC at an instant, in whole minutes, as ms. */
function offsetMs(timeZone: string, epochMs: number): number {
  const parts = formatOf(timeZone).formatToParts(epochMs);
  const field = (name: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find(({ type }) => type === name)?.value);
  const localMs = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'));
  return localMs - Math.floor(epochMs / MS_PER_MINUTE) * MS_PER_MINUTE;
}

/** @throws {RangeError} for an unknown zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
