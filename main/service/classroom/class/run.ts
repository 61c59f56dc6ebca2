import { CLASS_LASTS_MS } from '../../../../shared/contract/classroom/class.ts';
import type { ClassAction, ClassResult, ClassRun } from '../../../../shared/contract/classroom/class-run.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';

/** One order, as it moves. */
export type Run = {
  readonly id: string;
  readonly enterpriseId: EnterpriseId;
  readonly action: ClassAction;
  readonly startedAtMs: number;
  readonly results: Map<string, ClassResult>;
  /** Headsets that came further since it was last said. */
  readonly moved: Set<string>;
  /** Until all are looked up, nothing is said of it. */
  isBegun: boolean;
  stopFollowing: () => void;
};

/** An order of which nothing happened yet. */
export function aRun(given: Pick<Run, 'id' | 'enterpriseId' | 'action' | 'startedAtMs'>): Run {
  return {
    ...given,
    results: new Map(),
    moved: new Set(),
    isBegun: false,
    stopFollowing: () => undefined,
  };
}

/** Until when those are told that come back, in ms. */
export function lateUntilMs({ startedAtMs }: Pick<Run, 'startedAtMs'>): number {
  return startedAtMs + CLASS_LASTS_MS;
}

/** True for a headset that is told on its return, if that is soon enough. */
export function isWaiting(result: ClassResult | undefined): result is ClassResult {
  return result !== undefined && result.waitsUntil !== null;
}

/** An order as the interface has it. */
export function toView({ id, action, startedAtMs, results }: Run): ClassRun {
  const list = [...results.values()];
  const isRunning = list.some(({ stage }) => stage === 'sent');
  return { id, action, startedAt: toInstant(startedAtMs), isRunning, results: list };
}
