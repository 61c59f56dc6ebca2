import { Desk, type Port } from './desk.ts';
import { Line, type Listener, type Read } from './line.ts';
import type { Wanted } from './messages.ts';

/** Streams that are held at a time. Browsers open six connections to one address, and requests need some of them. */
const MOST_LINES = 4;
/** Who finds no room for a stream reads again this often, in ms. */
const READ_AGAIN_MS = 5_000;

/** Says when nobody holds a lock any more. */
export type WhenFree = (lock: string, then: () => void) => void;

/**
 * Holds the streams of all windows of one browser. Windows that want the same stream by the same key share one; no window
 * hears what another key may hear.
 */
export class Hub {
  readonly #read: Read;
  readonly #whenFree: WhenFree;
  readonly #lines = new Map<string, Line>();
  readonly #desks = new Set<Desk>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(read: Read, whenFree: WhenFree) {
    this.#read = read;
    this.#whenFree = whenFree;
  }

  /** A window came. */
  join(port: Port): void {
    const desk = new Desk(port, {
      follow: (wanted, listener) => this.#follow(wanted, listener),
      onLock: (lock) =>
        this.#whenFree(lock, () => {
          desk.leave();
          this.#desks.delete(desk);
        }),
    });
    this.#desks.add(desk);
  }

  #follow(wanted: Wanted, listener: Listener): () => void {
    const key = JSON.stringify([wanted.url, wanted.token]);
    const line = this.#lines.get(key) ?? this.#newLine(key, wanted);
    line.add(listener);
    return () => line.remove(listener);
  }

  #newLine(key: string, wanted: Wanted): Line {
    const line: Line = new Line(wanted, () => {
      if (this.#lines.get(key) === line) this.#lines.delete(key);
      // Not within the loop that ends this one.
      queueMicrotask(() => this.#connectWaiting());
    });
    this.#lines.set(key, line);
    // The fleet is what every window stands on.
    if (wanted.memory === 'fleet') this.#connect(line);
    else queueMicrotask(() => this.#connectWaiting());
    return line;
  }

  #connect(line: Line): void {
    line.connect(this.#read, () => {
      for (const desk of this.#desks) desk.sayReached();
    });
  }

  #connectWaiting(): void {
    const waiting = [...this.#lines.values()].filter((line) => line.isWaiting);
    const room = Math.max(0, MOST_LINES - (this.#lines.size - waiting.length));
    for (const line of waiting.slice(0, room)) this.#connect(line);
    const left = waiting.slice(room);
    clearInterval(this.#timer);
    if (left.length === 0) return;
    this.#timer = setInterval(() => left.forEach((line) => line.sayReadAgain()), READ_AGAIN_MS);
  }
}
