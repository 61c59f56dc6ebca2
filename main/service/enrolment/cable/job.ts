import { type CableStep } from '../../../../shared/contract/enrolment/cable.ts';
import {
  freshSteps,
  nextStep,
  type StepRecord,
  withoutSecrets,
} from '../../../../shared/domain/enrolment/cable/steps.ts';
import type { CableError } from './headset.ts';
import type { PreparedHeadset } from './store.ts';

/** One headset on its way through the steps. */
export class CableJob {
  readonly serial: string;
  readonly model: string | null;
  readonly deviceId: string;
  readonly begunAtMs: number;
  /** What must never be shown or stored, as long as it is used. */
  readonly secrets = new Set<string>();
  preparedAtMs: number | null = null;
  isActive = false;
  /** Why it waits: no slot, no content. Undefined where it is under way or over. */
  #steps: readonly StepRecord[];
  readonly #now: () => number;

  constructor(
    given: Pick<PreparedHeadset, 'serial' | 'model' | 'deviceId' | 'begunAtMs'>,
    now: () => number,
    steps?: readonly StepRecord[],
  ) {
    this.serial = given.serial;
    this.model = given.model;
    this.deviceId = given.deviceId;
    this.begunAtMs = given.begunAtMs;
    this.#now = now;
    this.#steps = (steps ?? freshSteps()).map((step) =>
      step.state === 'running' ? { ...step, state: 'pending' } : step,
    );
  }

  get steps(): readonly StepRecord[] {
    return this.#steps;
  }

  /** The step to go on with; undefined when all are over. */
  get next(): CableStep | undefined {
    return nextStep(this.#steps);
  }

  /** The step that failed, if one did. */
  get failed(): StepRecord | undefined {
    return this.#steps.find(({ state }) => state === 'failed');
  }

  begin(step: CableStep): void {
    this.#set(step, {
      state: 'running',
      startedAtMs: this.#now(),
      endedAtMs: null,
      progress: null,
      failure: null,
      advice: null,
      words: null,
    });
  }

  progress(step: CableStep, share: number): void {
    this.#set(step, { progress: Math.min(1, Math.max(0, share)) });
  }

  end(step: CableStep, state: 'done' | 'unchanged' | 'notWanted'): void {
    this.#set(step, { state, endedAtMs: this.#now(), progress: null });
  }

  fail(step: CableStep, error: CableError): void {
    const words = withoutSecrets(error.message, [...this.secrets]);
    this.#set(step, {
      state: 'failed',
      endedAtMs: this.#now(),
      progress: null,
      failure: error.failure,
      advice: error.advice,
      words: words === '' ? null : words,
    });
  }

  /** As it is stored. */
  get record(): PreparedHeadset {
    const { serial, model, deviceId, begunAtMs, preparedAtMs } = this;
    return { serial, model, deviceId, begunAtMs, preparedAtMs, steps: [...this.#steps] };
  }

  #set(step: CableStep, change: Partial<StepRecord>): void {
    this.#steps = this.#steps.map((each) => (each.step === step ? { ...each, ...change } : each));
  }
}
