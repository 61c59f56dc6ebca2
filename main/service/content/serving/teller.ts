import type { Clock } from '../../kernel/clock.ts';
import { callAt } from '../../kernel/http/deadline.ts';

/** Between two words about the same subject. */
const TELL_EVERY_MS = 1_000;

/** What is still to be told about one subject, oldest first, and how to call the next word off. */
type Untold<Thing> = { readonly things: Set<Thing>; lastAtMs: number; callOff: (() => void) | undefined };

/**
 * Tells what changed about each subject, at most once a second: at once after a silence, else when the second is over.
 * Whatever changed is told in the end as it is then, one thing at a time.
 */
export class Teller<Thing> {
  readonly #clock: Clock;
  readonly #tell: (thing: Thing) => void;
  readonly #subjects = new Map<string, Untold<Thing>>();

  constructor(clock: Clock, tell: (thing: Thing) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Something about this subject changed. */
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

  /** Nothing more is told. */
  stop(): void {
    for (const { callOff } of this.#subjects.values()) callOff?.();
    this.#subjects.clear();
  }

  #next(subject: string, untold: Untold<Thing>): void {
    const dueMs = untold.lastAtMs + TELL_EVERY_MS;
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
    // Also with nothing left to tell: the second of silence is waited out, then the subject is forgotten.
    this.#next(subject, untold);
  }
}
