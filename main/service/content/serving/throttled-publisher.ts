import type { Clock } from '../../kernel/clock.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';

/** Minimum time between two messages about the same subject, in ms. */
const PUBLISH_INTERVAL_MS = 1_000;

/** Pending messages about one subject, oldest first, and how to cancel the next one. */
type Pending<Thing> = { readonly things: Set<Thing>; lastAtMs: number; callOff: (() => void) | undefined };

/**
 * Publishes changes of each subject, at most once a second: at once after a silence, else when the second is over.
 * Every changed thing is published in its final state, one at a time.
 */
export class ThrottledPublisher<Thing> {
  readonly #clock: Clock;
  readonly #publish: (thing: Thing) => void;
  readonly #subjects = new Map<string, Pending<Thing>>();

  constructor(clock: Clock, publish: (thing: Thing) => void) {
    this.#clock = clock;
    this.#publish = publish;
  }

  /** Records a change of this subject. */
  changed(subject: string, thing: Thing): void {
    const known = this.#subjects.get(subject) ?? {
      things: new Set(),
      lastAtMs: -Infinity,
      callOff: undefined,
    };
    this.#subjects.set(subject, known);
    known.things.add(thing);
    if (known.callOff === undefined) this.#next(subject, known);
  }

  /** Stops publishing. */
  stop(): void {
    for (const { callOff } of this.#subjects.values()) callOff?.();
    this.#subjects.clear();
  }

  #next(subject: string, pending: Pending<Thing>): void {
    const dueMs = pending.lastAtMs + PUBLISH_INTERVAL_MS;
    if (dueMs > this.#clock.now()) {
      pending.callOff = callAt(dueMs, this.#clock, () => this.#next(subject, pending));
      return;
    }
    pending.callOff = undefined;
    const [thing] = pending.things;
    if (thing === undefined) return void this.#subjects.delete(subject);
    pending.things.delete(thing);
    pending.lastAtMs = this.#clock.now();
    this.#publish(thing);
    // Also with nothing pending: after one second of silence the subject is dropped.
    this.#next(subject, pending);
  }
}
