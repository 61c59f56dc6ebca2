import { CABLE_STEPS, type CableStep } from '../../../contract/enrolment/cable.ts';
import type { CableAdvice, CableFailure } from '../../../contract/enrolment/cable.ts';

/** Headsets that are prepared at a time: more would share one cable to the hub without being done sooner. */
export const MAX_AT_ONCE = 16;

/** `unchanged`: it was so already, nothing was done. `notWanted`: the recipe says nothing of it. */
export type StepState = 'pending' | 'running' | 'done' | 'unchanged' | 'notWanted' | 'failed';

/** How far one step has come. */
export type StepRecord = {
  readonly step: CableStep;
  readonly state: StepState;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** 0 to 1; null where nothing is counted. */
  readonly progress: number | null;
  readonly failure: CableFailure | null;
  readonly advice: CableAdvice | null;
  /** What the tool said. Secrets are taken out. */
  readonly words: string | null;
};

/** The steps before any of them began. */
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

/** The step to begin with: the first that is not over. Undefined when all are. */
export function nextStep(steps: readonly StepRecord[]): CableStep | undefined {
  return steps.find(({ state }) => state === 'pending' || state === 'running' || state === 'failed')?.step;
}

/** Removes secrets from what a tool said, and what is too long to read. */
export function withoutSecrets(words: string, secrets: readonly string[]): string {
  const clean = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((text, secret) => text.replaceAll(secret, '•••'), words.trim());
  return clean.length > 600 ? `${clean.slice(0, 600)}…` : clean;
}
