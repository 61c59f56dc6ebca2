import type { RunReason } from '../engine/run-store.ts';

/** What sync does now. `off`: no central is set. */
export type EngineState =
  | 'off'
  | 'paused'
  | 'offline'
  | 'connecting'
  | 'pulling'
  | 'pushing'
  | 'upToDate'
  | 'blocked';

/** What is to be seen of the engine. */
export type EngineView = {
  readonly state: EngineState;
  /** Why it is offline or blocked. */
  readonly reason: RunReason | null;
  readonly progress: {
    readonly done: number;
    readonly total: number;
    /** About how long it still takes; null where that cannot be said yet. */
    readonly leftSec: number | null;
  } | null;
  /** When all was the same on both sides the last time. */
  readonly upToDateAtMs: number | null;
  readonly nextRunAtMs: number | null;
  /** How far the central's clock is ahead. */
  readonly clockSkewMs: number | null;
};

/** No central is set. */
export const OFF: EngineView = {
  state: 'off',
  reason: null,
  progress: null,
  upToDateAtMs: null,
  nextRunAtMs: null,
  clockSkewMs: null,
};

/** A fault of this station itself. */
export const INTERNAL: RunReason = {
  code: 'INTERNAL',
  message: 'Something went wrong at this station. It is tried again.',
};
