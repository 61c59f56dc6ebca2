import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Core } from '../../kernel/kernel.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';
import { type EventStore, recordEvent } from '../../devices/events/index.ts';
import type { openCommandStore } from './store.ts';

/** Commands removed per transaction; few enough not to block requests. */
const BATCH_SIZE = 100;
/** Delay before a retry if the disk refused, in ms. */
const RETRY_MS = 60_000;

/** Removes commands when they expire, and records the outcome of each. */
export class Sweeper {
  readonly #core: Core;
  readonly #store: ReturnType<typeof openCommandStore>;
  readonly #events: EventStore;
  #isRunning = false;
  #dueMs = Number.POSITIVE_INFINITY;
  #cancelTimer: () => void = () => undefined;

  constructor(core: Core, store: ReturnType<typeof openCommandStore>, events: EventStore) {
    this.#core = core;
    this.#store = store;
    this.#events = events;
  }

  /** Starts with those that expired while the station was off; stops with `signal`. */
  start(signal: AbortSignal): void {
    this.#isRunning = true;
    this.#expectNext();
    signal.addEventListener('abort', () => {
      this.#isRunning = false;
      this.#cancelTimer();
    });
  }

  /** Announces a moment at which a command will expire. */
  expect(dueMs: number): void {
    if (!this.#isRunning || dueMs >= this.#dueMs) return;
    this.#cancelTimer();
    this.#dueMs = dueMs;
    this.#cancelTimer = callAt(dueMs, this.#core.clock, () => {
      this.#dueMs = Number.POSITIVE_INFINITY;
      void this.#sweep();
    });
  }

  async #sweep(): Promise<void> {
    try {
      while (this.#isRunning && (await this.#sweepSome())) await nextTurn();
      this.#expectNext();
    } catch (error) {
      if (!this.#isRunning) return;
      this.#core.log.error({ err: error }, 'commands that are over could not be cleared away');
      this.expect(this.#core.clock.now() + RETRY_MS);
    }
  }

  /** Returns false if nothing is left. */
  #sweepSome(): Promise<boolean> {
    return this.#core.writer.run(() => {
      const nowMs = this.#core.clock.now();
      const rows = this.#store.due(nowMs, BATCH_SIZE);
      for (const row of rows) {
        this.#store.remove(row.key);
        const type = row.isDelivered ? 'COMMAND_UNANSWERED' : 'COMMAND_EXPIRED';
        const payload = { commandId: row.id, event: row.event };
        recordEvent(this.#events, row.deviceKey, { type, payload }, nowMs);
      }
      return rows.length === BATCH_SIZE;
    });
  }

  #expectNext(): void {
    const dueMs = this.#store.nextDueMs();
    if (dueMs !== null) this.expect(dueMs);
  }
}
