import type { StoredEvent } from '../../devices/events/index.ts';
import type { Report } from '../../devices/registry/index.ts';

/** An event that tells which app is in the foreground, with its time; null = none. */
export type AppEvent = {
  readonly eventId: string;
  readonly orderMs: number;
  readonly runningPackage: string | null;
};

/** Returns those of `events` that were newly stored; repeated ones are dropped. */
export function newAmong<Event extends { readonly eventId: string }>(
  events: readonly Event[],
  sent: readonly unknown[],
  stored: readonly StoredEvent[],
): readonly Event[] {
  if (events.length === 0 || stored.length === sent.length) return events;
  // Deleting keeps the first of two with the same id, as the store does.
  const ids = new Set(stored.map((event) => event.eventId));
  return events.filter((event) => ids.delete(event.eventId));
}

/**
 * Returns the app in the foreground after these events, in the order of their times, those of one moment in order of
 * arrival. Events older than the known one change nothing. A time after the receipt counts as the receipt, so that a
 * headset whose clock is corrected is accepted at once.
 */
export function followApps(
  before: Pick<Report, 'runningPackage' | 'runningSinceMs'>,
  apps: readonly AppEvent[],
  receivedAtMs: number,
): Pick<Report, 'runningPackage' | 'runningSinceMs'> {
  const newest = apps.reduce<AppEvent | undefined>(
    (best, event) => (best === undefined || event.orderMs >= best.orderMs ? event : best),
    undefined,
  );
  const { runningPackage, runningSinceMs } = before;
  if (newest === undefined) return { runningPackage, runningSinceMs };
  const sinceMs = Math.min(newest.orderMs, receivedAtMs);
  if (runningSinceMs !== null && sinceMs < runningSinceMs) return { runningPackage, runningSinceMs };
  return { runningPackage: newest.runningPackage, runningSinceMs: sinceMs };
}
