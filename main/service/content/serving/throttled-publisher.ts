import type { Clock } from '../../kernel/clock.ts';
import { callAt } from '../../kernel/http/deadline.ts';

/** Minimum time between two messages about the same subject, in ms. */
const PUBLISH_INTERVAL_MS = 1_000;

/** Pending messages about one subject, oldest first, and how to cancel the next one. */
type Untold<Thing> = { readonly things: Set<Thing>; lastAtMs: number; callOff: (() => void) | undefined };

/**
 * Publishes changes of each subject, at most once a second: at once after a silence, else when the second is over.
 * Every changed thing is published in its final state, one at a time.
 */
export class ThrottledPublisher<Thing> {
  readonly #clock: Clock;
  readonly #tell: (thing: Thing) => void;
  readonly #subjects = new Map<string, Untold<Thing>>();

  constructor(clock: Clock, tell: (thing: Thing) => void) {
    this.#clock = clock;
    this.#tell = tell;
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

  #next(subject: string, untold: Untold<Thing>): void {
    const dueMs = untold.lastAtMs + PUBLISH_INTERVAL_MS;
    if (dueMs > this.#clock.now()) {
      untold.callOff = callAt(dueMs, this.#clock, () => this.#next(subject, untold));
      return;
    }
    untold.callOff = undefined;
    const [thing] = untold.things;
    if (thing === undefined) return void this.#subjects.delete(subject);
    untold.things.delete(thing);
    untold.lastAtMs = this.#clock.now();
    this.#tell(thing);
    // Also with nothing pending: after one second of silence the subject is dropped.
    this.#next(subject, untold);
  }
}
