import { setTimeout as sleep } from 'node:timers/promises';

import type { Core } from '../../kernel/kernel.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { WebhookStore } from './store.ts';

/** Maximum number of pending deliveries per webhook; beyond it the oldest are dropped and counted. */
export const MAX_WAITING = 50_000;
/** Maximum number of deliveries stored per webhook, including ended ones. */
const MAX_RETAINED = 100_000;
/** How long an ended delivery is retained, in ms. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;
/** Number of additions between two counts of pending deliveries. */
const COUNT_EVERY = 500;
/** Rows deleted per transaction: a few milliseconds, so that no request waits long behind it. */
const SLICE = 500;
const PAUSE_MS = 5;
const INTERVAL_MS = 60 * 60 * 1_000;

/** Prevents deliveries of webhooks from filling the disk. */
export class Tidier {
  readonly #core: Core;
  readonly #webhooks: WebhookStore;
  readonly #deliveries: DeliveryStore;
  readonly #added = new Map<number, number>();
  readonly #stop = new AbortController();

  constructor(core: Core, webhooks: WebhookStore, deliveries: DeliveryStore) {
    this.#core = core;
    this.#webhooks = webhooks;
    this.#deliveries = deliveries;
  }

  /** Starts the hourly job. */
  start(): void {
    const timer = setInterval(() => this.#inBackground(() => this.#tidyAll()), INTERVAL_MS).unref();
    const first = setTimeout(() => this.#inBackground(() => this.#tidyAll()), 30_000).unref();
    this.#stop.signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(first);
    });
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Counts additions to the queue of a webhook, and drops the oldest if too many are pending. */
  added(webhookKey: number, count: number): void {
    const added = (this.#added.get(webhookKey) ?? 0) + count;
    this.#added.set(webhookKey, added);
    if (added < COUNT_EVERY) return;
    this.#added.set(webhookKey, 0);
    this.#inBackground(() => this.#dropExcess(webhookKey));
  }

  /** Deletes the rest of removed webhooks. */
  removed(): void {
    this.#inBackground(() => this.#deleteRemoved());
  }

  async #tidyAll(): Promise<void> {
    const { clock } = this.#core;
    await this.#deleteRemoved();
    await this.#slices(() => this.#deliveries.deleteFinished(clock.now() - RETENTION_MS, SLICE));
    for (const { key } of this.#webhooks.all()) {
      await this.#dropExcess(key);
      await this.#slices(() => this.#deliveries.deleteBeyond(key, MAX_RETAINED, SLICE));
    }
  }

  async #dropExcess(key: number): Promise<void> {
    await this.#slices(() => {
      const excess = this.#deliveries.waiting(key) - MAX_WAITING;
      if (excess <= 0) return 0;
      const dropped = this.#deliveries.dropOldest(key, Math.min(excess, SLICE));
      this.#webhooks.noteDropped(key, dropped);
      return dropped;
    });
  }

  async #deleteRemoved(): Promise<void> {
    for (const key of this.#webhooks.removed()) {
      await this.#slices(() => {
        const deleted = this.#deliveries.deleteSome(key, SLICE);
        if (deleted < SLICE) this.#webhooks.deleteWebhook(key);
        return deleted;
      });
    }
  }

  /** Deletes part by part, letting requests run in between, until a part is not full. */
  async #slices(deletePart: () => number): Promise<void> {
    while (!this.#stop.signal.aborted && (await this.#core.writer.run(deletePart)) === SLICE)
      await sleep(PAUSE_MS, undefined, { ref: false });
  }

  #inBackground(job: () => Promise<void>): void {
    job().catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#core.log.warn({ err: error }, 'deliveries of webhooks could not be tidied; trying again');
    });
  }
}
