import {
  type DeviceEventInput,
  deviceEventInputSchema,
  MAX_PAYLOAD_CHARS,
} from '../../../../shared/contract/enrolment/heartbeat.ts';
import { plainEvent } from '../../../../shared/contract/devices/plain-event.ts';
import { type Play, toPlay } from '../../statistics/index.ts';
import { isTainted } from '../../kernel/http/poison.ts';
import { eventTime, type NewEvent } from '../../devices/events/index.ts';
import { type StreamReport, streamEventType } from '../../commands/index.ts';
import type { AppEvent } from './running-app.ts';

/** The events of a heartbeat after validation, before they are stored. */
export type SortedEvents = {
  readonly good: readonly NewEvent[];
  readonly rejected: readonly { readonly eventId: string | null; readonly reason: string }[];
  /** Valid ones that state which app is in the foreground. */
  readonly apps: readonly AppEvent[];
  /** Valid ones about use. */
  readonly plays: readonly PlayEvent[];
  /** Valid ones about the stream of the headset. */
  readonly streams: readonly StreamReport[];
};

/** An event that counts in the statistics of use. */
export type PlayEvent = Play & { readonly eventId: string; readonly orderMs: number };

/** Validates events one by one: a bad one is refused alone, with its reason. */
export function sortEvents(raw: readonly unknown[], receivedAtMs: number): SortedEvents {
  const good: NewEvent[] = [];
  const rejected: { eventId: string | null; reason: string }[] = [];
  const apps: AppEvent[] = [];
  const plays: PlayEvent[] = [];
  const streams: StreamReport[] = [];
  for (const each of raw) {
    const input = isTainted(each) ? undefined : plainEvent(each);
    if (input === undefined) {
      rejected.push({ eventId: eventIdOf(each), reason: reasonOf(each) });
      continue;
    }
    const event = toNewEvent(input, receivedAtMs);
    if (event.payload !== null && event.payload.length > MAX_PAYLOAD_CHARS) {
      const reason = `payload: Must have at most ${MAX_PAYLOAD_CHARS} characters as JSON`;
      rejected.push({ eventId: event.eventId, reason });
      continue;
    }
    good.push(event);
    const runningPackage = packageInFront(input);
    if (runningPackage !== undefined)
      apps.push({ eventId: event.eventId, orderMs: event.orderMs, runningPackage });
    const play = toPlay(event.type, input.payload);
    if (play !== undefined)
      plays.push(Object.assign(play, { eventId: event.eventId, orderMs: event.orderMs }));
    const type = streamEventType(event.type);
    if (type !== undefined)
      streams.push({
        eventId: event.eventId,
        orderMs: event.orderMs,
        type,
        payload: input.payload ?? {},
      });
  }
  return { good, rejected, apps, plays, streams };
}

/** Returns the schema's reason for refusing an event. */
function reasonOf(raw: unknown): string {
  if (isTainted(raw)) return 'payload: Must have no key "__proto__", and no "constructor" with a "prototype"';
  const issue = deviceEventInputSchema.safeParse(raw).error?.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong'}`;
}

function toNewEvent(event: DeviceEventInput, receivedAtMs: number): NewEvent {
  const { eventId, type, timestamp, payload } = event;
  return {
    eventId,
    type,
    timestampMs: timestamp,
    ...eventTime(timestamp, receivedAtMs),
    payload: payload === undefined || payload === null ? null : JSON.stringify(payload),
  };
}

/**
 * Returns the app in the foreground after `APP_STARTED` and `APP_STOPPED` (their payload names the package).
 */
function packageInFront({ type, payload }: DeviceEventInput): string | null | undefined {
  if (type !== 'APP_STARTED' && type !== 'APP_STOPPED') return undefined;
  const packageName = payload?.['packageName'];
  if (typeof packageName !== 'string') return undefined;
  return type === 'APP_STARTED' ? packageName.slice(0, 256) : null;
}

function eventIdOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('eventId' in raw)) return null;
  return typeof raw.eventId === 'string' && raw.eventId.isWellFormed() ? raw.eventId.slice(0, 128) : null;
}
