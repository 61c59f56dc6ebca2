import { readStreamClaim } from '../../../../shared/domain/commands/stream-quality.ts';
import type { StreamState } from './store.ts';

/** Events by which a headset tells how it streams. */
const STREAM_EVENTS = ['STREAM_STARTED', 'STREAM_STATS', 'STREAM_STOPPED'] as const;
export type StreamEventType = (typeof STREAM_EVENTS)[number];

/** One such event with its place in time (ms). */
export type StreamReport = {
  readonly eventId: string;
  readonly orderMs: number;
  readonly type: StreamEventType;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** The type when it is one of these events. */
export function streamEventType(type: string): StreamEventType | undefined {
  // Nearly every event is another one: they are told by their first letters.
  return type.startsWith('STREAM_') ? STREAM_EVENTS.find((each) => each === type) : undefined;
}

/** What is known of a headset of which nothing is known. */
export const NO_STREAM: StreamState = {
  isStreaming: false,
  isGranted: false,
  requestedProfile: null,
  appliedProfile: null,
  transport: null,
  width: null,
  height: null,
  fps: null,
  bitrateKbps: null,
  fallbackReason: null,
  bandwidthKbps: null,
  sinceMs: null,
  heardMs: null,
  updatedAtMs: 0,
};

/**
 * The state after these events, in the order of their times. One that is older than the newest taken changes nothing;
 * a time ahead of the receipt counts as the receipt, so that a headset with a wrong clock is heard again once it is set.
 */
export function followStream(
  before: StreamState | undefined,
  reports: readonly StreamReport[],
  receivedAtMs: number,
): StreamState | undefined {
  return reports
    .toSorted((a, b) => a.orderMs - b.orderMs)
    .reduce((state, report) => next(state, report, receivedAtMs), before);
}

function next(
  before: StreamState | undefined,
  { type, payload, orderMs }: StreamReport,
  receivedAtMs: number,
): StreamState | undefined {
  const state = before ?? NO_STREAM;
  const atMs = Math.min(orderMs, receivedAtMs);
  if (state.heardMs !== null && atMs < state.heardMs) return before;
  const isStreaming = type !== 'STREAM_STOPPED';
  const isNew = type === 'STREAM_STARTED' || isStreaming !== state.isStreaming || state.sinceMs === null;
  return {
    ...state,
    ...(isStreaming ? readStreamClaim(payload) : {}),
    isStreaming,
    isGranted: isStreaming,
    sinceMs: isNew ? atMs : state.sinceMs,
    heardMs: atMs,
    updatedAtMs: receivedAtMs,
  };
}
