import type { ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import type { EnrolmentStatus, FleetChange } from '../../../shared/contract/devices/fleet.ts';
import type { Download } from '../../../shared/contract/content/library-serving.ts';
import type { HeadsetView } from '../../../shared/contract/commands/views.ts';
import type { Sync } from '../../../shared/contract/sync/sync.ts';
import type { PlanResult, PlanSummary } from '../../../shared/contract/configuration/plans.ts';
import type { DeviceId, EnterpriseId } from '../../../shared/contract/ids.ts';

/** One event for the readers of a stream. `data` must not change after it was announced. */
export type StreamEvent = { readonly name: string; readonly data: object };

/**
 * Something that happened: what each of the streams says. Without a device it is about
 * the organisation as a whole.
 */
export type Change = {
  readonly enterpriseId: EnterpriseId;
  readonly deviceId: DeviceId | null;
  readonly device?: StreamEvent;
  /** What who follows the status of the headset's stream hears. */
  readonly stream?: StreamEvent;
  readonly fleet?: FleetEvent;
};

type FleetEvent =
  | { readonly name: 'device'; readonly data: FleetChange }
  | { readonly name: 'removed'; readonly data: { readonly id: string } }
  | { readonly name: 'enrolment'; readonly data: EnrolmentStatus }
  | { readonly name: 'download'; readonly data: Download }
  | { readonly name: 'sync'; readonly data: Sync }
  | { readonly name: 'plan'; readonly data: PlanSummary }
  | {
      readonly name: 'planResults';
      readonly data: { readonly planId: string; readonly items: readonly PlanResult[] };
    }
  | { readonly name: 'classRun'; readonly data: ClassRun }
  | { readonly name: 'view'; readonly data: HeadsetView }
  | { readonly name: 'group'; readonly data: { readonly id: string; readonly isRemoved: boolean } };

/** A change with its place in the order of all changes of this process. */
export type NumberedChange = Change & { readonly seq: number };

export type Listener = (change: NumberedChange) => void;

/** How many changes are kept for readers that come back; at 100 a second a little over three minutes. */
const KEPT = 20_000;

/**
 * What happened, in order, in memory. The store is the truth; this is how listeners hear of it after the commit.
 * Numbers go on rising across restarts (they begin at the time of start), so a number from before a restart is
 * recognised as gone and answered with `resync`.
 */
export class ChangeFeed {
  readonly #firstSeq: number;
  #nextSeq: number;
  /** A ring: the change with number n stands at n mod KEPT. */
  readonly #ring: NumberedChange[] = [];
  readonly #byDevice = new Map<string, Set<Listener>>();
  readonly #byEnterprise = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();

  constructor(startedAtMs: number) {
    this.#firstSeq = startedAtMs * 1_000;
    this.#nextSeq = this.#firstSeq;
  }

  /** The number of the newest change. */
  get newestSeq(): number {
    return this.#nextSeq - 1;
  }

  /** Announces a change to every listener, in the order of the calls. Call it after the commit. */
  announce(change: Change): void {
    const numbered: NumberedChange = { ...change, seq: this.#nextSeq };
    this.#ring[this.#nextSeq % KEPT] = numbered;
    this.#nextSeq += 1;
    if (change.deviceId !== null) {
      for (const listener of this.#byDevice.get(change.deviceId) ?? []) listener(numbered);
    }
    for (const listener of this.#byEnterprise.get(change.enterpriseId) ?? []) listener(numbered);
    for (const listener of this.#all) listener(numbered);
  }

  /** The changes after `seq`, oldest first, or undefined when some of them are gone or `seq` is not from this process. */
  since(seq: number): NumberedChange[] | undefined {
    const oldest = Math.max(this.#firstSeq, this.#nextSeq - KEPT);
    if (!Number.isSafeInteger(seq) || seq < oldest - 1 || seq > this.newestSeq) return undefined;
    const found: NumberedChange[] = [];
    for (let at = seq + 1; at < this.#nextSeq; at += 1) {
      const change = this.#ring[at % KEPT];
      if (change !== undefined) found.push(change);
    }
    return found;
  }

  /** Hears the changes of one device until the answered function is called. */
  followDevice(id: DeviceId, listener: Listener): () => void {
    return follow(this.#byDevice, id, listener);
  }

  /** Hears the changes of all devices of an organisation until the answered function is called. */
  followEnterprise(id: string, listener: Listener): () => void {
    return follow(this.#byEnterprise, id, listener);
  }

  /** Hears every change until the answered function is called. */
  followAll(listener: Listener): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }
}

function follow(listeners: Map<string, Set<Listener>>, key: string, listener: Listener): () => void {
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(key);
  };
}
