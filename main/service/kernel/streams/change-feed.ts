import type { DeviceId, EnterpriseId } from '../../../../shared/contract/ids.ts';

/** An event for the readers of a stream. `data` must not change after it was published. */
export type StreamEvent = { readonly name: string; readonly data: object };

/**
 * An update for readers of event streams, by stream. Without a device it is about the organisation as a whole. Modules
 * of the service react to domain events instead: `kernel/event-bus.ts`.
 */
export type Change = {
  readonly enterpriseId: EnterpriseId;
  readonly deviceId: DeviceId | null;
  readonly device?: StreamEvent;
  /** The event for readers of the headset's stream status. */
  readonly stream?: StreamEvent;
  /** The event for readers of the whole fleet. */
  readonly fleet?: StreamEvent;
};

/** A change with its number in the order of all changes of this process. */
export type NumberedChange = Change & { readonly seq: number };

export type Listener = (change: NumberedChange) => void;

/**
 * Number of changes retained for returning readers, about 3 KiB each: at a station 50 seconds of 1,000 headsets that
 * report every ten seconds, at a central twelve seconds of 100,000 that report every minute.
 */
export const RETAINED = { station: 5_000, central: 20_000 } as const;

/**
 * Sends changes to the readers of streams in order, in memory. The store is the truth; this informs readers after the
 * commit. Numbers keep rising across restarts (they begin at the time of start), so that a number from before a restart
 * is recognised and answered with `resync`.
 */
export class ChangeFeed {
  readonly #firstSeq: number;
  #nextSeq: number;
  readonly #retained: number;
  /** A ring buffer: change n is at n mod `#retained`. */
  readonly #ring: NumberedChange[] = [];
  readonly #byDevice = new Map<string, Set<Listener>>();
  readonly #byEnterprise = new Map<string, Set<Listener>>();

  constructor(startedAtMs: number, retained: number) {
    this.#retained = retained;
    this.#firstSeq = startedAtMs * 1_000;
    this.#nextSeq = this.#firstSeq;
  }

  get newestSeq(): number {
    return this.#nextSeq - 1;
  }

  /** Publishes a change to every subscriber, in the order of the calls. Call it after the commit. */
  announce(change: Change): void {
    const numbered: NumberedChange = { ...change, seq: this.#nextSeq };
    this.#ring[this.#nextSeq % this.#retained] = numbered;
    this.#nextSeq += 1;
    if (change.deviceId !== null) {
      for (const listener of this.#byDevice.get(change.deviceId) ?? []) listener(numbered);
    }
    for (const listener of this.#byEnterprise.get(change.enterpriseId) ?? []) listener(numbered);
  }

  /**
   * Returns the changes after `seq`, oldest first, or undefined if some of them are gone or `seq` is not from this
   * process.
   */
  since(seq: number): NumberedChange[] | undefined {
    const oldest = Math.max(this.#firstSeq, this.#nextSeq - this.#retained);
    if (!Number.isSafeInteger(seq) || seq < oldest - 1 || seq > this.newestSeq) return undefined;
    const found: NumberedChange[] = [];
    for (let at = seq + 1; at < this.#nextSeq; at += 1) {
      const change = this.#ring[at % this.#retained];
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
}

function follow(listeners: Map<string, Set<Listener>>, key: string, listener: Listener): () => void {
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(key);
  };
}
