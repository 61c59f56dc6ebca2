import { type CableStep } from '../../../../shared/contract/enrolment/cable.ts';
import {
  freshSteps,
  nextStep,
  type StepRecord,
  withoutSecrets,
} from '../../../../shared/domain/enrolment/cable/steps.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CableError } from './headset.ts';
import type { PreparedHeadset } from './store.ts';

/** A list that was asked for before the break may come after it; the one after that is new. */
const LOOKS_TO_SETTLE = 2;

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
  /** When its connection broke: on which one, how often, and how often the list had been read by then. */
  #broken: { readonly transportId: bigint; readonly count: number; readonly looks: number } | undefined;
  /** When the agent was first told to enrol, in ms since 1970 UTC; null before. */
  #toldAtMs: number | null;
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
    this.#toldAtMs = toldAt(this.#steps);
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

  get toldAtMs(): number | null {
    return this.#toldAtMs;
  }

  /** Notes that a connection broke; answers how often that one has. */
  noteBreak(transportId: bigint, looks: number): number {
    const count = this.#broken?.transportId === transportId ? this.#broken.count + 1 : 1;
    this.#broken = { transportId, count, looks };
    return count;
  }

  /** True until the list was read anew after a break: adb may still show what was pulled out. */
  isSettling(transportId: bigint, looks: number): boolean {
    return this.#broken?.transportId === transportId && looks < this.#broken.looks + LOOKS_TO_SETTLE;
  }

  /** Somebody asked for another try. */
  forgetBreaks(): void {
    this.#broken = undefined;
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
    this.#toldAtMs ??= toldAt(this.#steps);
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

/** When the agent was told to enrol, by the steps; null before. */
export function toldAt(steps: readonly StepRecord[]): number | null {
  return steps.find(({ step }) => step === 'enrol')?.startedAtMs ?? null;
}

/** True for a slot that was enrolled after the agent of the headset at the cable had been told to. */
export function hasEnrolledSince(
  { androidId, enrolledAtMs }: Pick<DeviceRecord, 'androidId' | 'enrolledAtMs'>,
  toldAtMs: number | null,
): boolean {
  return androidId !== null && toldAtMs !== null && (enrolledAtMs ?? 0) >= toldAtMs;
}
