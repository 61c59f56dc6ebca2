import { FleetMemory } from './fleet-memory.ts';
import type { StreamEnd, Wanted, WireEvent } from './messages.ts';
import type { Reading } from './read-stream.ts';

/** Who listens to a line. */
export type Listener = {
  opened(): void;
  /** Everything so far, for who came later; undefined where it is to be read elsewhere. */
  recall(told: Generator<WireEvent> | undefined): void;
  hear(events: readonly WireEvent[]): void;
  ended(end: StreamEnd): void;
};

/** Reads a stream until it ends. */
export type Read = (reading: Reading) => Promise<StreamEnd>;

/** What came within so many ms goes to the windows together. */
const TOGETHER_MS = 16;
/** Who begins anew is back by then: what is known need not be asked for again, in ms. */
const GRACE_MS = 1_000;

/** One stream of the station and everybody who listens to it. */
export class Line {
  readonly #wanted: Wanted;
  readonly #onEnd: () => void;
  readonly #listeners = new Set<Listener>();
  readonly #memory: FleetMemory | undefined;
  readonly #abort = new AbortController();
  #state: 'waiting' | 'connecting' | 'open' | 'ended' = 'waiting';
  #heard: WireEvent[] = [];
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(wanted: Wanted, onEnd: () => void) {
    this.#wanted = wanted;
    this.#onEnd = onEnd;
    this.#memory = wanted.memory === 'fleet' ? new FleetMemory() : undefined;
  }

  get isWaiting(): boolean {
    return this.#state === 'waiting';
  }

  /** Opens the stream. */
  connect(read: Read, onOpen: () => void): void {
    this.#state = 'connecting';
    const { url, token } = this.#wanted;
    const opened = (): void => {
      this.#state = 'open';
      for (const each of this.#listeners) each.opened();
      onOpen();
    };
    const onEvents = (events: readonly WireEvent[]): void => this.#hear(events);
    void read({ url, token, signal: this.#abort.signal, onOpen: opened, onEvents }).then((end) => {
      this.#end(end);
    });
  }

  add(listener: Listener): void {
    clearTimeout(this.#grace);
    if (this.#state === 'open') {
      // What is still held back is part of what is recalled.
      if (this.#heard.length > 0) this.#tell();
      listener.opened();
      listener.recall(this.#memory?.tell());
    }
    this.#listeners.add(listener);
  }

  /** A line to which nobody listens is closed; one that keeps what it heard a little later. */
  remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0 || this.#state === 'ended') return;
    if (this.#memory === undefined) this.#close();
    else this.#grace = setTimeout(() => this.#close(), GRACE_MS);
  }

  /** There is no room for this stream: everybody reads for himself, now and then. */
  sayReadAgain(): void {
    for (const each of this.#listeners) each.recall(undefined);
  }

  #hear(events: readonly WireEvent[]): void {
    if (this.#state === 'ended') return;
    for (const event of events) this.#memory?.hear(event);
    this.#heard.push(...events);
    const waitMs = this.#lastMs + TOGETHER_MS - performance.now();
    if (waitMs <= 0) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), waitMs);
    // What was known is no longer good: everybody begins anew, on a stream of its own time.
    if (events.some(([name]) => name === 'resync')) this.#close();
  }

  #close(): void {
    this.#abort.abort();
    this.#end('cut');
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastMs = performance.now();
    const heard = this.#heard;
    this.#heard = [];
    for (const each of this.#listeners) each.hear(heard);
  }

  #end(end: StreamEnd): void {
    if (this.#state === 'ended') return;
    if (this.#heard.length > 0) this.#tell();
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
    this.#state = 'ended';
    this.#onEnd();
    for (const each of this.#listeners) each.ended(end);
    this.#listeners.clear();
  }
}
