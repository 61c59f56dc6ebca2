import { CABLE_STEPS, type CableStep } from '../../../contract/enrolment/cable.ts';
import type { CableAdvice, CableFailure } from '../../../contract/enrolment/cable.ts';

/** Headsets that are prepared at a time: more would share one cable to the hub without being done sooner. */
export const MAX_CONCURRENT = 16;

/** `unchanged`: nothing had to be done. `notWanted`: not in the recipe. */
export type StepState = 'pending' | 'running' | 'done' | 'unchanged' | 'notWanted' | 'failed';

/** Progress of one step. */
export type StepRecord = {
  readonly step: CableStep;
  readonly state: StepState;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** 0 to 1; null if it cannot be measured. */
  readonly progress: number | null;
  readonly failure: CableFailure | null;
  readonly advice: CableAdvice | null;
  /** Output of the tool, without secrets. */
  readonly words: string | null;
};

/** Returns the steps before any of them has started. */
export function freshSteps(): StepRecord[] {
  return CABLE_STEPS.map((step) => ({
    step,
    state: 'pending',
    startedAtMs: null,
    endedAtMs: null,
    progress: null,
    failure: null,
    advice: null,
    words: null,
  }));
}

/** Returns the step to start with: the first that is not finished. Undefined if all are. */
export function nextStep(steps: readonly StepRecord[]): CableStep | undefined {
  return steps.find(({ state }) => state === 'pending' || state === 'running' || state === 'failed')?.step;
}

/** Removes secrets from the output of a tool, and truncates it. */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const clean = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((text, secret) => text.replaceAll(secret, '•••'), words.trim());
  return clean.length > 600 ? `${clean.slice(0, 600)}…` : clean;
}
