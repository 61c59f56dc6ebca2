import { readStreamClaim } from '../../../../shared/domain/commands/stream-quality.ts';
import type { StreamState } from '../pending/stream-store.ts';

/** Events with which a headset reports how it streams. */
const STREAM_EVENTS = ['STREAM_STARTED', 'STREAM_STATS', 'STREAM_STOPPED'] as const;
export type StreamEventType = (typeof STREAM_EVENTS)[number];

/** Such an event with its time (ms). */
export type StreamReport = {
  readonly eventId: string;
  readonly orderMs: number;
  readonly type: StreamEventType;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** Returns the type if it is one of these events. */
export function streamEventType(type: string): StreamEventType | undefined {
  // Nearly all events are of other types, so the prefix is tested first.
  return type.startsWith('STREAM_') ? STREAM_EVENTS.find((each) => each === type) : undefined;
}

/** State of a headset that has not reported. */
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
  reportedMs: null,
  updatedAtMs: 0,
};

/**
 * Returns the state after these events, in the order of their times. Events older than the newest one accepted change
 * nothing; a time after the receipt counts as the receipt, so that a headset with a wrong clock is accepted again
 * once it is corrected.
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
  if (state.reportedMs !== null && atMs < state.reportedMs) return before;
  const isStreaming = type !== 'STREAM_STOPPED';
  const isNew = type === 'STREAM_STARTED' || isStreaming !== state.isStreaming || state.sinceMs === null;
  return {
    ...state,
    ...(isStreaming ? readStreamClaim(payload) : {}),
    isStreaming,
    isGranted: isStreaming,
    sinceMs: isNew ? atMs : state.sinceMs,
    reportedMs: atMs,
    updatedAtMs: receivedAtMs,
  };
}
