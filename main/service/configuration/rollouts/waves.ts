import type { ResultState } from '../../../../shared/contract/configuration/plans/plans.ts';

/** Returns the wave of each headset, counted from 1: the first waves in these sizes, the rest in one more. */
export function waveNumbers(count: number, sizes: readonly number[]): number[] {
  const numbers: number[] = [];
  sizes.forEach((size, index) => {
    for (let taken = 0; taken < size && numbers.length < count; taken += 1) numbers.push(index + 1);
  });
  const last = (numbers.at(-1) ?? 0) + 1;
  while (numbers.length < count) numbers.push(last);
  return numbers;
}

/** Progress of a wave. Offline headsets that are pending do not hold it up. */
export type WaveCounts = {
  readonly size: number;
  readonly failed: number;
  /** Sent, and neither confirmed nor failed. */
  readonly open: number;
};

/** The next step after the progress of a wave: wait, stop because too many failed, or start the next one. */
export type WaveVerdict = 'wait' | 'stop' | 'next';

/** Stops as soon as the share of failures is exceeded, since open headsets cannot lower it. */
export function judgeWave({ size, failed, open }: WaveCounts, stopAtFailedPercent: number): WaveVerdict {
  if (size > 0 && failed * 100 > stopAtFailedPercent * size) return 'stop';
  return open > 0 ? 'wait' : 'next';
}

/** Returns true for a headset that was sent something and has no final state. */
export function isOpen(state: ResultState): boolean {
  return state === 'sent' || state === 'applying';
}

/** Returns true for a headset that may be retried. */
export function isRetriable(state: ResultState): boolean {
  return state === 'failed' || state === 'expired' || state === 'skipped';
}

/** Returns true for a headset for which the rollout has not ended. */
export function isPending(state: ResultState): boolean {
  return isOpen(state) || state === 'queued' || state === 'waiting';
}
