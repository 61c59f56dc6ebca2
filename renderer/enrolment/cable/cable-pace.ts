import { MAX_AT_ONCE } from '../../../shared/domain/enrolment/cable/steps.ts';
import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';

type Steps = CableHeadset['steps'];

/** The newest headsets count: the first ones also had to be learned. */
const MAX_SAMPLES = 12;

/** How long headsets take at the cable, and how long until those that have begun or wait are done. */
export type CablePace = { readonly msPerHeadset: number; readonly leftMs: number; readonly among: number };

/**
 * Measures the pace by the headsets that are through; null before the first one is. A headset that was unplugged in between
 * counts with the time of its steps alone. `nowMs` in ms since 1970 UTC.
 */
export function measureCablePace(
  headsets: readonly Pick<CableHeadset, 'state' | 'steps'>[],
  nowMs: number,
): CablePace | null {
  const samples = headsets
    .filter(({ steps }) => steps.length > 0 && steps.every(isOver))
    .toSorted((one, other) => endOf(one.steps) - endOf(other.steps))
    .slice(-MAX_SAMPLES)
    .map(({ steps }) => spentMs(steps, nowMs));
  if (samples.length === 0) return null;
  const msPerHeadset = median(samples);
  const running = headsets.filter(({ state }) => state === 'running');
  const queued = headsets.filter(({ state }) => state === 'queued').length;
  const ends = running.map(({ steps }) => Math.max(0, msPerHeadset - spentMs(steps, nowMs)));
  const lanes = Array.from({ length: MAX_AT_ONCE }, (_, at) => ends[at] ?? 0);
  for (let count = 0; count < queued; count += 1) {
    const first = lanes.indexOf(Math.min(...lanes));
    lanes[first] = (lanes[first] ?? 0) + msPerHeadset;
  }
  const leftMs = Math.max(...lanes);
  // Those that take longer than the others did say nothing of when they will be through.
  return { msPerHeadset, leftMs, among: leftMs === 0 ? 0 : running.length + queued };
}

/** The time that the steps took which have ended, and that of the one under way. */
export function spentMs(steps: Steps, nowMs: number): number {
  return steps.reduce((sum, step) => sum + (stepMs(step, nowMs) ?? 0), 0);
}

/** How long a step took, or has taken so far; null where it has not begun. */
export function stepMs({ startedAtMs, endedAtMs, state }: Steps[number], nowMs: number): number | null {
  if (startedAtMs === null || state === 'pending') return null;
  return Math.max(0, (endedAtMs ?? nowMs) - startedAtMs);
}

function isOver({ state }: Steps[number]): boolean {
  return state === 'done' || state === 'unchanged' || state === 'notWanted';
}

function endOf(steps: Steps): number {
  return Math.max(...steps.map(({ endedAtMs }) => endedAtMs ?? 0));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
