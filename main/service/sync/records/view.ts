import type { RunReason } from './run-store.ts';

/** What sync is doing. `off`: no central is configured. */
export type EngineState =
  | 'off'
  | 'paused'
  | 'offline'
  | 'connecting'
  | 'pulling'
  | 'pushing'
  | 'upToDate'
  | 'blocked';

/** The visible state of the engine. */
export type EngineView = {
  readonly state: EngineState;
  /** Why it is offline or blocked. */
  readonly reason: RunReason | null;
  readonly progress: {
    readonly done: number;
    readonly total: number;
    /** Estimated remaining time; null if there is no estimate yet. */
    readonly leftSec: number | null;
  } | null;
  /** When both sides last agreed on everything. */
  readonly upToDateAtMs: number | null;
  readonly nextRunAtMs: number | null;
  /** How far the central's clock is ahead. */
  readonly clockSkewMs: number | null;
};

/** No central is configured. */
export const OFF: EngineView = {
  state: 'off',
  reason: null,
  progress: null,
  upToDateAtMs: null,
  nextRunAtMs: null,
  clockSkewMs: null,
};

/** An internal error of this station. */
export const INTERNAL: RunReason = {
  code: 'INTERNAL',
  message: 'An internal error occurred. The station will retry.',
};
