import type { ResultState } from '../../../contract/configuration/plans.ts';

/** The number of the wave of each headset, counted from 1: the first waves of these sizes, the rest in one more. */
export function waveNumbers(count: number, sizes: readonly number[]): number[] {
  const numbers: number[] = [];
  sizes.forEach((size, index) => {
    for (let taken = 0; taken < size && numbers.length < count; taken += 1) numbers.push(index + 1);
  });
  const last = (numbers.at(-1) ?? 0) + 1;
  while (numbers.length < count) numbers.push(last);
  return numbers;
}

/** How a wave stands. Headsets that wait out of reach hold nobody up. */
export type WaveCounts = {
  readonly size: number;
  readonly failed: number;
  /** Sent and neither confirmed nor failed. */
  readonly open: number;
};

/** What comes after what is known of a wave: wait for it, stop because too many failed, or go on. */
export type WaveVerdict = 'wait' | 'stop' | 'next';

/** It stops as soon as more than the share has failed: who is still open cannot make it better. */
export function judgeWave({ size, failed, open }: WaveCounts, stopAtFailedPercent: number): WaveVerdict {
  if (size > 0 && failed * 100 > stopAtFailedPercent * size) return 'stop';
  return open > 0 ? 'wait' : 'next';
}

/** True for a headset that was sent something and is not at its end. */
export function isOpen(state: ResultState): boolean {
  return state === 'sent' || state === 'applying';
}

/** True for a headset that may be tried again. */
export function isRetriable(state: ResultState): boolean {
  return state === 'failed' || state === 'expired' || state === 'skipped';
}
