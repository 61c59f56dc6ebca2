import {
  MAX_EVENTS_PER_UPDATE,
  type DeviceEventInput,
  type HeartbeatReply,
} from '../../../shared/contract/enrolment/heartbeat.ts';

/** Where pending events outlive the agent's process. */
export interface LedgerStore {
  /** Returns the events of an earlier process, in their order. */
  read(): DeviceEventInput[];
  add(event: DeviceEventInput): void;
  /** Stores these events and no others. */
  replace(events: readonly DeviceEventInput[]): void;
}

/**
 * A headset's account of its events: recorded, pending and acknowledged ones. An event leaves the queue only when the
 * station acknowledges or refuses it.
 */
export class Ledger {
  readonly #queue = new Map<string, DeviceEventInput>();
  readonly #recorded = new Set<string>();
  readonly #acknowledged = new Set<string>();
  readonly #rejected = new Map<string, string>();
  #again: readonly DeviceEventInput[] = [];
  #sent = 0;
  #duplicates = 0;
  #batchSize = MAX_EVENTS_PER_UPDATE;
  readonly #store: LedgerStore | null;

  /** With a store, an event is stored before it can be sent. */
  constructor(store: LedgerStore | null = null) {
    this.#store = store;
    for (const event of store?.read() ?? []) this.#enqueue(event);
  }

  /** Ids of all recorded events. */
  get recorded(): ReadonlySet<string> {
    return this.#recorded;
  }

  /** Ids that the station acknowledged. */
  get acknowledged(): ReadonlySet<string> {
    return this.#acknowledged;
  }

  /** Ids that the station refused for good, with the reason. */
  get rejected(): ReadonlyMap<string, string> {
    return this.#rejected;
  }

  /** Number of events sent, repeats included. */
  get sent(): number {
    return this.#sent;
  }

  /** Repeated acknowledgements. */
  get duplicates(): number {
    return this.#duplicates;
  }

  /** Number of unacknowledged events. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Adds an event; it is sent until acknowledged or refused. */
  record(event: DeviceEventInput): void {
    this.#store?.add(event);
    this.#enqueue(event);
  }

  /** Returns the oldest pending events that fit into one request, and those to repeat. Counts them as sent. */
  nextBatch(): DeviceEventInput[] {
    const batch = [...this.#queue.values()].slice(0, this.#batchSize);
    const free = this.#batchSize - batch.length;
    batch.push(...this.#again.slice(0, free));
    this.#again = [];
    this.#sent += batch.length;
    return batch;
  }

  /** Records the station's answer to a batch. */
  settle(reply: Pick<HeartbeatReply, 'acknowledged' | 'rejected'>): void {
    const { waiting } = this;
    for (const eventId of reply.acknowledged) {
      if (this.#acknowledged.has(eventId)) this.#duplicates += 1;
      else if (this.#recorded.has(eventId)) this.#acknowledged.add(eventId);
      this.#queue.delete(eventId);
    }
    for (const { eventId, reason } of reply.rejected) {
      if (eventId !== null) this.#reject(eventId, reason);
    }
    this.#batchSize = MAX_EVENTS_PER_UPDATE;
    if (this.waiting !== waiting) this.#storeQueue();
  }

  /** Halves the next batch after one that was too large. A single event that is too large is dropped. */
  halve(batch: readonly DeviceEventInput[]): void {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) {
      this.#reject(only.eventId, 'Too large for one request');
      this.#storeQueue();
    }
    this.#batchSize = Math.max(1, Math.floor(batch.length / 2));
  }

  /** Sends these events once more with the next batch, acknowledged or not. */
  repeat(batch: readonly DeviceEventInput[]): void {
    this.#again = batch;
  }

  #enqueue(event: DeviceEventInput): void {
    this.#recorded.add(event.eventId);
    this.#queue.set(event.eventId, event);
  }

  #storeQueue(): void {
    this.#store?.replace([...this.#queue.values()]);
  }

  #reject(eventId: string, reason: string): void {
    this.#queue.delete(eventId);
    this.#rejected.set(eventId, reason);
  }
}
