import type { Clock } from '../../kernel/clock.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';

/** Minimum time between two messages about the same subject, in ms. */
const PUBLISH_INTERVAL_MS = 1_000;

/** Pending messages about one subject, oldest first, and how to cancel the next one. */
type Pending<Message> = {
  readonly messages: Set<Message>;
  lastAtMs: number;
  cancel: (() => void) | undefined;
};

/**
 * Publishes changes of each subject, at most once a second: at once after a silence, else when the second is over.
 * Every changed thing is published in its final state, one at a time.
 */
export class ThrottledPublisher<Message> {
  readonly #clock: Clock;
  readonly #publish: (message: Message) => void;
  readonly #subjects = new Map<string, Pending<Message>>();

  constructor(clock: Clock, publish: (message: Message) => void) {
    this.#clock = clock;
    this.#publish = publish;
  }

  /** Records a change of this subject. */
  changed(subject: string, message: Message): void {
    const known = this.#subjects.get(subject) ?? {
      messages: new Set(),
      lastAtMs: -Infinity,
      cancel: undefined,
    };
    this.#subjects.set(subject, known);
    known.messages.add(message);
    if (known.cancel === undefined) this.#next(subject, known);
  }

  /** Stops publishing. */
  stop(): void {
    for (const { cancel } of this.#subjects.values()) cancel?.();
    this.#subjects.clear();
  }

  #next(subject: string, pending: Pending<Message>): void {
    const dueMs = pending.lastAtMs + PUBLISH_INTERVAL_MS;
    if (dueMs > this.#clock.now()) {
      pending.cancel = callAt(dueMs, this.#clock, () => this.#next(subject, pending));
      return;
    }
    pending.cancel = undefined;
    const [message] = pending.messages;
    if (message === undefined) return void this.#subjects.delete(subject);
    pending.messages.delete(message);
    pending.lastAtMs = this.#clock.now();
    this.#publish(message);
    // Runs even if nothing is pending: after one second of silence the subject is dropped.
    this.#next(subject, pending);
  }
}
