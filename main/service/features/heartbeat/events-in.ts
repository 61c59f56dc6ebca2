import { type DeviceEventInput, deviceEventInputSchema } from '../../../../shared/contract/heartbeat.ts';
import { placeEvent, type NewEvent } from '../events/index.ts';

/** What became of the events of one heartbeat before they are stored. */
export type SortedEvents = {
  readonly good: readonly NewEvent[];
  readonly rejected: readonly { readonly eventId: string | null; readonly reason: string }[];
  /** The package in front after these events; undefined when they say nothing of it. */
  readonly runningPackage: string | null | undefined;
};

/** Checks events one by one: a bad one is refused alone, with its reason. */
export function sortEvents(raw: readonly unknown[], receivedAtMs: number): SortedEvents {
  const good: NewEvent[] = [];
  const rejected: { eventId: string | null; reason: string }[] = [];
  let runningPackage: string | null | undefined;
  for (const each of raw) {
    const parsed = deviceEventInputSchema.safeParse(each);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      rejected.push({
        eventId: eventIdOf(each),
        reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong'}`,
      });
      continue;
    }
    good.push(toNewEvent(parsed.data, receivedAtMs));
    runningPackage = packageInFront(parsed.data, runningPackage);
  }
  return { good, rejected, runningPackage };
}

function toNewEvent(event: DeviceEventInput, receivedAtMs: number): NewEvent {
  const { eventId, type, timestamp, payload } = event;
  return {
    eventId,
    type,
    timestampMs: timestamp,
    ...placeEvent(timestamp, receivedAtMs),
    payload: payload === undefined || payload === null ? null : JSON.stringify(payload),
  };
}

/** Follows `APP_STARTED` and `APP_STOPPED` (their payload names the package). Source: design.md section 4, "Heartbeat". */
function packageInFront(
  event: DeviceEventInput,
  before: string | null | undefined,
): string | null | undefined {
  const packageName = event.payload?.['packageName'];
  if (typeof packageName !== 'string') return before;
  if (event.type === 'APP_STARTED') return packageName.slice(0, 256);
  return event.type === 'APP_STOPPED' ? null : before;
}

function eventIdOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('eventId' in raw)) return null;
  return typeof raw.eventId === 'string' && raw.eventId.isWellFormed() ? raw.eventId.slice(0, 128) : null;
}
