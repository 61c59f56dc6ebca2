import type { ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import type { EnrolmentStatus, FleetChange } from '../../../shared/contract/devices/fleet.ts';
import type { Download } from '../../../shared/contract/content/library-serving.ts';
import type { HeadsetView } from '../../../shared/contract/commands/views.ts';
import type { Sync } from '../../../shared/contract/sync/sync.ts';
import type { PlanResult, PlanSummary } from '../../../shared/contract/configuration/plans.ts';
import type { DeviceId, EnterpriseId } from '../../../shared/contract/ids.ts';

/** An event for the readers of a stream. `data` must not change after it was published. */
export type StreamEvent = { readonly name: string; readonly data: object };

/** A change, with the event for each of the streams. Without a device it is about the organisation as a whole. */
export type Change = {
  readonly enterpriseId: EnterpriseId;
  readonly deviceId: DeviceId | null;
  readonly device?: StreamEvent;
  /** The event for readers of the headset's stream status. */
  readonly stream?: StreamEvent;
  readonly fleet?: FleetEvent;
};

type FleetEvent =
  | { readonly name: 'device'; readonly data: FleetChange }
  | { readonly name: 'removed'; readonly data: { readonly id: string } }
  | { readonly name: 'enrolment'; readonly data: EnrolmentStatus }
  | { readonly name: 'download'; readonly data: Download }
  | { readonly name: 'sync'; readonly data: Pick<Sync, 'state' | 'reason' | 'progress'> }
  | { readonly name: 'plan'; readonly data: PlanSummary }
  | {
      readonly name: 'planResults';
      readonly data: { readonly planId: string; readonly items: readonly PlanResult[] };
    }
  | { readonly name: 'classRun'; readonly data: ClassRun }
  | { readonly name: 'view'; readonly data: HeadsetView }
  | { readonly name: 'group'; readonly data: { readonly id: string; readonly isRemoved: boolean } };

/** A change with its number in the order of all changes of this process. */
export type NumberedChange = Change & { readonly seq: number };

export type Listener = (change: NumberedChange) => void;

/** Number of changes retained for returning readers; at 100 a second, a little over three minutes. */
const RETAINED = 20_000;

/**
 * Publishes changes in order, in memory. The store is the truth; this informs subscribers after the commit. Numbers
 * keep rising across restarts (they begin at the time of start), so that a number from before a restart is recognised
 * as gone and answered with `resync`.
 */
export class ChangeFeed {
  readonly #firstSeq: number;
  #nextSeq: number;
  /** A ring buffer: change n is at n mod KEPT. */
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

  /** Publishes a change to every subscriber, in the order of the calls. Call it after the commit. */
  announce(change: Change): void {
    const numbered: NumberedChange = { ...change, seq: this.#nextSeq };
    this.#ring[this.#nextSeq % RETAINED] = numbered;
    this.#nextSeq += 1;
    if (change.deviceId !== null) {
      for (const listener of this.#byDevice.get(change.deviceId) ?? []) listener(numbered);
    }
    for (const listener of this.#byEnterprise.get(change.enterpriseId) ?? []) listener(numbered);
    for (const listener of this.#all) listener(numbered);
  }

  /**
   * Returns the changes after `seq`, oldest first, or undefined if some of them are gone or `seq` is not from this
   * process.
   */
  since(seq: number): NumberedChange[] | undefined {
    const oldest = Math.max(this.#firstSeq, this.#nextSeq - RETAINED);
    if (!Number.isSafeInteger(seq) || seq < oldest - 1 || seq > this.newestSeq) return undefined;
    const found: NumberedChange[] = [];
    for (let at = seq + 1; at < this.#nextSeq; at += 1) {
      const change = this.#ring[at % RETAINED];
      if (change !== undefined) found.push(change);
    }
    return found;
  }

  /** Subscribes to the changes of one device. Returns a function that unsubscribes. */
  followDevice(id: DeviceId, listener: Listener): () => void {
    return follow(this.#byDevice, id, listener);
  }

  /** Subscribes to the changes of all devices of an organisation. Returns a function that unsubscribes. */
  followEnterprise(id: string, listener: Listener): () => void {
    return follow(this.#byEnterprise, id, listener);
  }

  /** Subscribes to every change. Returns a function that unsubscribes. */
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
