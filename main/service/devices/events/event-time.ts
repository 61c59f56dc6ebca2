import { MS_PER_DAY } from './day.ts';

/** How far a headset's clock may be ahead or behind to be trusted, in ms. */
const AHEAD_MS = MS_PER_DAY;
const BEHIND_MS = 180 * MS_PER_DAY;

/** Returns the time of an event: its own timestamp, or the time of receipt if that clock cannot be right. */
export function eventTime(
  timestampMs: number,
  receivedAtMs: number,
): { readonly orderMs: number; readonly isClockSuspect: boolean } {
  const isClockSuspect = timestampMs > receivedAtMs + AHEAD_MS || timestampMs < receivedAtMs - BEHIND_MS;
  return { orderMs: isClockSuspect ? receivedAtMs : Math.trunc(timestampMs), isClockSuspect };
}
