import { type CableStep } from '../../../../shared/contract/enrolment/cable.ts';
import {
  freshSteps,
  nextStep,
  type StepRecord,
  withoutSecrets,
} from '../../../../shared/domain/enrolment/cable/steps.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CableError } from '../../../adb/connection.ts';
import type { PreparedHeadset } from '../carts/cable-store.ts';

/** A list requested before the disconnection may arrive after it, so only the next one is current. */
const SCANS_TO_SETTLE = 2;
/** Reasons of a failed check that end without anything done here. */
const PASSING: ReadonlySet<StepRecord['failure']> = new Set([
  'BATTERY_LOW',
  'NO_ROOM',
  'CANNOT_WRITE',
  'MANAGED_ELSEWHERE',
  'NOT_ANSWERING',
]);
/** How often they are looked at. */
const RECHECK_MS = 5_000;

/** A headset on its way through the steps. */
export class CableJob {
  readonly serial: string;
  readonly model: string | null;
  readonly deviceId: string;
  readonly begunAtMs: number;
  /** Secrets that must never be shown or stored, while they are in use. */
  readonly secrets = new Set<string>();
  preparedAtMs: number | null = null;
  isActive = false;
  /** A person took it over from another station. */
  takesOver = false;
  /** The last disconnection: its connection, how often it broke, and how often the list had been read by then. */
  #broken: { readonly transportId: bigint; readonly count: number; readonly scans: number } | undefined;
  /** When the agent was first instructed to enrol, in ms since 1970 UTC; null before. */
  #enrolStartedAtMs: number | null;
  #isRechecking = false;
  #recheckedAtMs = 0;
  #steps: readonly StepRecord[];
  readonly #now: () => number;

  constructor(
    input: Pick<PreparedHeadset, 'serial' | 'model' | 'deviceId' | 'begunAtMs'>,
    now: () => number,
    steps?: readonly StepRecord[],
  ) {
    this.serial = input.serial;
    this.model = input.model;
    this.deviceId = input.deviceId;
    this.begunAtMs = input.begunAtMs;
    this.#now = now;
    this.#steps = (steps ?? freshSteps()).map((step) =>
      step.state === 'running' ? { ...step, state: 'pending' } : step,
    );
    this.#enrolStartedAtMs = enrolStartedAt(this.#steps);
  }

  get steps(): readonly StepRecord[] {
    return this.#steps;
  }

  /** The next step; undefined when all are finished. */
  get next(): CableStep | undefined {
    return nextStep(this.#steps);
  }

  /** The failed step, if any. */
  get failed(): StepRecord | undefined {
    return this.#steps.find(({ state }) => state === 'failed');
  }

  get enrolStartedAtMs(): number | null {
    return this.#enrolStartedAtMs;
  }

  /** Records that a connection broke; returns how often it has. */
  noteBreak(transportId: bigint, scans: number): number {
    const count = this.#broken?.transportId === transportId ? this.#broken.count + 1 : 1;
    this.#broken = { transportId, count, scans };
    return count;
  }

  /** Returns true until the list was read again after a disconnection: adb may still show an unplugged headset. */
  isSettling(transportId: bigint, scans: number): boolean {
    return this.#broken?.transportId === transportId && scans < this.#broken.scans + SCANS_TO_SETTLE;
  }

  /** True if the reason of its failed check may have passed meanwhile, and is to be looked at now. */
  startRecheck(): boolean {
    const { failed } = this;
    const isPassing = failed?.step === 'check' && PASSING.has(failed.failure);
    const lastMs = Math.max(this.#recheckedAtMs, failed?.endedAtMs ?? 0);
    if (!isPassing || this.#isRechecking || this.#now() - lastMs < RECHECK_MS) return false;
    this.#isRechecking = true;
    return true;
  }

  /** It has passed, or not: then it is looked at again later. */
  endRecheck(hasPassed: boolean): void {
    this.#isRechecking = false;
    this.#recheckedAtMs = this.#now();
    if (hasPassed && this.failed?.step === 'check') this.#set('check', { state: 'pending', failure: null });
  }

  /** Records that a person asked for a retry. */
  clearBreaks(): void {
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
    this.#enrolStartedAtMs ??= enrolStartedAt(this.#steps);
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

/** Returns when the agent was instructed to enrol, by the steps; null before. */
export function enrolStartedAt(steps: readonly StepRecord[]): number | null {
  return steps.find(({ step }) => step === 'enrol')?.startedAtMs ?? null;
}

/** Returns true for a slot that was enrolled after the agent of the connected headset had been instructed. */
export function hasEnrolledSince(
  { androidId, enrolledAtMs }: Pick<DeviceRecord, 'androidId' | 'enrolledAtMs'>,
  enrolStartedAtMs: number | null,
): boolean {
  return androidId !== null && enrolStartedAtMs !== null && (enrolledAtMs ?? 0) >= enrolStartedAtMs;
}
