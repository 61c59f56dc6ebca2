import { nextAttemptAt, pauseAfter, readRetryAfter } from './rules.ts';
import type { Core } from '../../kernel/kernel.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';
import type { Attempt, DeliveryStore, DueDelivery } from './delivery-store.ts';
import type { Sender, Sent } from './send.ts';
import { signatureHeader } from './signing.ts';
import type { Webhook, WebhookStore } from './store.ts';

/** Number of webhooks served at the same time. Each gets its deliveries one after the other, in order. */
const MAX_CONCURRENT = 8;
/** Deliveries that a webhook may send before it is another one's turn. */
const BATCH = 20;
/** Pause of a webhook if the results of its deliveries could not be stored, in ms. */
const STORE_PAUSE_MS = 30_000;

/** A webhook and the state of its receiver. */
type Lane = {
  webhook: Webhook;
  isRunning: boolean;
  /** True if there may be something to send. */
  isReady: boolean;
  /** Consecutive failed attempts. */
  failures: number;
  pausedUntilMs: number;
  cancelTimer: () => void;
};

export type PumpParts = {
  readonly core: Core;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly sender: Sender;
  /** Called after the commit when the station itself changed a webhook. */
  readonly onChanged: (webhook: Webhook) => void;
};

/**
 * Sends pending deliveries: each webhook in order and independently, so that a slow or silent receiver does not block
 * others. Sleeps while nothing is due. Deliveries whose result was not stored before a stop are sent again: at least
 * once.
 */
export class Pump {
  readonly #parts: PumpParts;
  readonly #lanes = new Map<number, Lane>();
  readonly #waiting: Lane[] = [];
  readonly #rounds = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(parts: PumpParts) {
    this.#parts = parts;
  }

  /** Updates a webhook. `isFresh`: resets what is known about its receiver. */
  put(webhook: Webhook, isFresh: boolean): void {
    const lane = this.#lanes.get(webhook.key) ?? aLane(webhook);
    this.#lanes.set(webhook.key, lane);
    lane.webhook = webhook;
    if (isFresh) Object.assign(lane, { failures: 0, pausedUntilMs: 0 });
    this.wake(webhook.key);
  }

  /** Stops sending to this webhook. */
  remove(key: number): void {
    this.#lanes.get(key)?.cancelTimer();
    this.#lanes.delete(key);
  }

  /** Checks the queue of a webhook once the current transaction is over. */
  wake(key: number): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined || lane.isReady || !lane.webhook.isActive) return;
    if (lane.pausedUntilMs > this.#parts.core.clock.now()) return;
    lane.isReady = true;
    setImmediate(() => this.#enqueue(lane));
  }

  /** Sends at once, whatever the state of the receiver. */
  sendNow(key: number): void {
    const lane = this.#lanes.get(key);
    if (lane !== undefined) lane.pausedUntilMs = 0;
    this.wake(key);
  }

  /** Aborts deliveries; they stay in the queue. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const lane of this.#lanes.values()) lane.cancelTimer();
    await Promise.all(this.#rounds);
    await this.#parts.sender.close();
  }

  #enqueue(lane: Lane): void {
    this.#waiting.push(lane);
    this.#fill();
  }

  #fill(): void {
    while (this.#rounds.size < MAX_CONCURRENT && !this.#stop.signal.aborted) {
      const lane = this.#waiting.shift();
      if (lane === undefined) return;
      // A running one checks for more at the end of its round.
      if (!lane.isRunning) this.#start(lane);
    }
  }

  #start(lane: Lane): void {
    lane.isRunning = true;
    lane.isReady = false;
    lane.cancelTimer();
    const round = this.#round(lane)
      .catch((error: unknown) => {
        this.#parts.core.log.error({ err: error }, 'a webhook could not be sent to');
        lane.pausedUntilMs = this.#parts.core.clock.now() + STORE_PAUSE_MS;
      })
      .then(() => {
        this.#rounds.delete(round);
        lane.isRunning = false;
        if (!this.#stop.signal.aborted) this.#resumeLane(lane);
        this.#fill();
      });
    this.#rounds.add(round);
  }

  /** Queues a webhook again, or schedules it for its next delivery. */
  #resumeLane(lane: Lane): void {
    const { core, deliveries } = this.#parts;
    const { key, isActive } = lane.webhook;
    lane.isReady = false;
    if (!isActive || this.#lanes.get(key) !== lane) return;
    const nowMs = core.clock.now();
    const isPaused = lane.pausedUntilMs > nowMs;
    const dueMs = isPaused ? lane.pausedUntilMs : deliveries.nextDueMs(key);
    if (dueMs === null) return;
    if (dueMs <= nowMs) {
      lane.isReady = true;
      this.#enqueue(lane);
    } else {
      lane.cancelTimer = callAt(dueMs, core.clock, () => this.wake(key));
    }
  }

  /**
   * Sends a batch, as far as the receiver accepts it. Results are awaited together, so that they share their writes.
   */
  async #round(lane: Lane): Promise<void> {
    const { core, deliveries } = this.#parts;
    const written: Promise<void>[] = [];
    const nowMs = core.clock.now();
    const due = lane.pausedUntilMs > nowMs ? [] : deliveries.due(lane.webhook.key, nowMs, BATCH);
    for (const delivery of due) {
      if (this.#stop.signal.aborted || !lane.webhook.isActive) break;
      const startedAt = performance.now();
      const sent = await this.#send(lane.webhook, delivery);
      if (this.#stop.signal.aborted && 'error' in sent) break;
      const attempt = this.#judge(lane, delivery, sent, Math.round(performance.now() - startedAt));
      written.push(this.#write(lane, delivery, attempt));
      if (attempt.status !== 'delivered') break;
    }
    await Promise.all(written);
  }

  async #send(webhook: Webhook, { id, body }: DueDelivery): Promise<Sent> {
    const { clock, vault } = this.#parts.core;
    const { secret, previousSecret, previousSecretUntilMs } = webhook;
    const nowMs = clock.now();
    const sealed =
      previousSecret !== null && (previousSecretUntilMs ?? 0) > nowMs ? [secret, previousSecret] : [secret];
    const secrets = sealed.map((each) => vault.unseal(each)).filter((each) => each !== undefined);
    if (secrets.length === 0) return { error: 'SECRET_UNREADABLE' };
    const timestampSec = Math.floor(nowMs / 1_000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Muster-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSec),
      'webhook-signature': signatureHeader({ id, timestampSec, body }, secrets),
    };
    return this.#parts.sender.send({ url: webhook.url, headers, body, signal: this.#stop.signal });
  }

  /** Determines what an answer means for the delivery and for its webhook. */
  #judge(lane: Lane, delivery: DueDelivery, sent: Sent, durationMs: number): Attempt {
    const attemptedAtMs = this.#parts.core.clock.now();
    const answered = 'status' in sent ? sent : undefined;
    const received = {
      attemptedAtMs,
      durationMs,
      lastStatus: answered?.status ?? null,
      lastError: 'error' in sent ? sent.error : null,
      responseExcerpt: answered?.bodyExcerpt ?? null,
    };
    if (answered !== undefined && answered.status >= 200 && answered.status < 300) {
      lane.failures = 0;
      return { ...received, status: 'delivered', nextAttemptAtMs: null };
    }
    if (answered?.status === 410) return { ...received, status: 'abandoned', nextAttemptAtMs: null };
    const retryAfterMs = readRetryAfter(answered?.retryAfter, attemptedAtMs);
    const failed = { retryAfterMs, random: Math.random() };
    lane.failures += 1;
    lane.pausedUntilMs = attemptedAtMs + pauseAfter({ ...failed, attempts: lane.failures });
    const nextAtMs = nextAttemptAt({
      ...failed,
      nowMs: attemptedAtMs,
      attempts: delivery.attempts + 1,
      firstAttemptAtMs: delivery.firstAttemptAtMs ?? attemptedAtMs,
    });
    return {
      ...received,
      status: nextAtMs === undefined ? 'abandoned' : 'failed',
      nextAttemptAtMs: nextAtMs ?? null,
    };
  }

  /** Stores the result of an attempt; the webhook pauses if that fails, because unstored ones are sent again. */
  async #write(lane: Lane, delivery: DueDelivery, attempt: Attempt): Promise<void> {
    const { core, webhooks, deliveries, onChanged } = this.#parts;
    const { key } = lane.webhook;
    const isGone = attempt.lastStatus === 410;
    if (lane.failures === 1 && attempt.status !== 'delivered')
      core.log.warn({ webhook: lane.webhook.id, ...whyOf(attempt) }, 'the deliveries of a webhook fail');
    try {
      await core.writer.run((afterCommit) => {
        deliveries.noteAttempt(delivery.key, attempt);
        if (attempt.status === 'delivered') return webhooks.noteDelivered(key, attempt.attemptedAtMs);
        webhooks.noteFailing(key, attempt.attemptedAtMs);
        if (!isGone) return undefined;
        webhooks.switchOff(key);
        const off = webhooks.find(key);
        return afterCommit(() => (off === undefined ? undefined : onChanged(off)));
      });
    } catch (error) {
      lane.pausedUntilMs = core.clock.now() + STORE_PAUSE_MS;
      if (!this.#stop.signal.aborted)
        core.log.warn({ err: error }, 'what became of a delivery could not be written down');
    }
  }
}

function aLane(webhook: Webhook): Lane {
  const cancelTimer = (): void => undefined;
  return { webhook, isRunning: false, isReady: false, failures: 0, pausedUntilMs: 0, cancelTimer };
}

function whyOf({ lastStatus, lastError }: Attempt) {
  return { status: lastStatus, reason: lastError };
}
