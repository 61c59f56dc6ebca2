import { CLASS_LASTS_MS } from '../../../../shared/contract/classroom/class.ts';
import type { ClassAction, ClassResult, ClassRun } from '../../../../shared/contract/classroom/class-run.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';

/** An action in progress. */
export type Run = {
  readonly id: string;
  readonly enterpriseId: EnterpriseId;
  readonly action: ClassAction;
  readonly startedAtMs: number;
  readonly results: Map<string, ClassResult>;
  /** Headsets whose result changed since the last publication. */
  readonly moved: Set<string>;
  /** False until all headsets are looked up; nothing is published before. */
  isBegun: boolean;
  stopFollowing: () => void;
};

/** Returns an action that has not started. */
export function aRun(input: Pick<Run, 'id' | 'enterpriseId' | 'action' | 'startedAtMs'>): Run {
  return {
    ...input,
    results: new Map(),
    moved: new Set(),
    isBegun: false,
    stopFollowing: () => undefined,
  };
}

/** Returns until when returning headsets still get it, in ms. */
export function lateUntilMs({ startedAtMs }: Pick<Run, 'startedAtMs'>): number {
  return startedAtMs + CLASS_LASTS_MS;
}

/** Returns true for a headset that gets it when it comes back online, if that is soon enough. */
export function isWaiting(result: ClassResult | undefined): result is ClassResult {
  return result !== undefined && result.waitsUntil !== null;
}

/** Returns an action as in the interface, with the results of these headsets; by default all. */
export function toView(
  { id, action, startedAtMs, results }: Run,
  isShown: (id: string) => boolean = () => true,
): ClassRun {
  const list = [...results.values()].filter((result) => isShown(result.id));
  const isRunning = list.some(({ stage }) => stage === 'sent');
  return { id, action, startedAt: toInstant(startedAtMs), isRunning, results: list };
}
