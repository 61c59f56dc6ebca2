import { MAX_CONCURRENT } from '../../../shared/domain/enrolment/cable/steps.ts';
import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';

type Steps = CableHeadset['steps'];

/** The newest headsets count, because the first ones included learning. */
const MAX_SAMPLES = 12;

/** How long headsets take to prepare by cable, and the time left for those in progress or queued. */
export type CablePace = { readonly msPerHeadset: number; readonly leftMs: number; readonly among: number };

/**
 * Measures the pace by the finished headsets; null before the first one. For a headset that was unplugged in between,
 * only its steps count. `nowMs` in ms since 1970 UTC.
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
  const lanes = Array.from({ length: MAX_CONCURRENT }, (_, at) => ends[at] ?? 0);
  for (let count = 0; count < queued; count += 1) {
    const first = lanes.indexOf(Math.min(...lanes));
    lanes[first] = (lanes[first] ?? 0) + msPerHeadset;
  }
  const leftMs = Math.max(...lanes);
  // Headsets that take longer than the others allow no estimate.
  return { msPerHeadset, leftMs, among: leftMs === 0 ? 0 : running.length + queued };
}

/** Sums the time of finished steps and of the current one. */
export function spentMs(steps: Steps, nowMs: number): number {
  return steps.reduce((sum, step) => sum + (stepMs(step, nowMs) ?? 0), 0);
}

/** Returns how long a step took, or has taken so far; null if it has not started. */
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
