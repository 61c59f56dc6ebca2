import { MS_PER_DAY } from './day.ts';

/** A headset clock is trusted up to this far ahead of ours and this far behind. Source: design.md section 4, "Heartbeat". */
const AHEAD_MS = MS_PER_DAY;
const BEHIND_MS = 180 * MS_PER_DAY;

/** Where an event belongs in time: its own timestamp, or the time of receipt when that clock cannot be right. */
export function placeEvent(
  timestampMs: number,
  receivedAtMs: number,
): { readonly orderMs: number; readonly isClockSuspect: boolean } {
  const isClockSuspect = timestampMs > receivedAtMs + AHEAD_MS || timestampMs < receivedAtMs - BEHIND_MS;
  return { orderMs: isClockSuspect ? receivedAtMs : Math.trunc(timestampMs), isClockSuspect };
}
