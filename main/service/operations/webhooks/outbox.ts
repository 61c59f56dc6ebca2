import { wants } from './rules.ts';
import type { Records } from '../../devices/index.ts';
import type { NewEvents } from '../../devices/events/index.ts';
import type { DeviceEvent } from '../../devices/live/index.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { type Message, messagesOfDeviceEvent, messagesOfEvent } from './messages.ts';
import type { Webhook } from './store.ts';

/** Rows per transaction, so that a change of thousands of devices does not block others. */
const SLICE = 500;

/** The active webhooks of one organisation. */
type Audience = {
  readonly webhooks: ReadonlyMap<number, Webhook>;
  readonly unfollow: () => void;
};

type Row = { readonly webhookKey: number; readonly message: Message };

/** Queues messages for webhooks. Costs an organisation without an active webhook nothing. */
export class Outbox {
  readonly #records: Records;
  readonly #deliveries: DeliveryStore;
  readonly #onAdded: (webhookKey: number, count: number) => void;
  readonly #audiences = new Map<string, Audience>();
  /** The last published availability, by device, since the start. */
  readonly #known = new Map<string, boolean>();
  /** Messages that are not queued yet. */
  #collected: Row[] = [];
  #isFlushing = false;
  #isStopping = false;

  /** `onAdded` is called inside the transaction that adds rows to the queue of a webhook. */
  constructor(
    records: Records,
    deliveries: DeliveryStore,
    onAdded: (webhookKey: number, count: number) => void,
  ) {
    this.#records = records;
    this.#deliveries = deliveries;
    this.#onAdded = onAdded;
  }

  /** Adds or removes a webhook, depending on whether it is active. Call it after the commit. */
  put(webhook: Webhook): void {
    const { enterpriseId, key } = webhook;
    const audience = this.#audiences.get(enterpriseId);
    const webhooks = new Map(audience?.webhooks);
    if (webhook.isActive) webhooks.set(key, webhook);
    else webhooks.delete(key);
    audience?.unfollow();
    this.#audiences.delete(enterpriseId);
    if (webhooks.size === 0) return;
    const unfollow = this.#records.deviceEvents.subscribe(enterpriseId, (event) => this.#collect(event));
    this.#audiences.set(enterpriseId, { webhooks, unfollow });
  }

  /** Queues messages for new events, in their own transaction: neither is ever stored without the other. */
  eventsStored(stored: NewEvents): void {
    if (this.#audiences.size === 0) return;
    const device = this.#records.devices.findByKey(stored.deviceKey);
    const audience = device === undefined ? undefined : this.#audiences.get(device.enterpriseId);
    if (device === undefined || audience === undefined) return;
    const webhooks = [...audience.webhooks.values()];
    const isWanted = (type: string): boolean => webhooks.some(({ types }) => wants(types, type));
    const rows = stored.events
      .flatMap((event) => messagesOfEvent(device.id, event, stored, isWanted))
      .flatMap((message) => addressed(message, webhooks));
    this.#write(rows, stored.receivedAtMs);
  }

  /** Ignores further connection changes: the stop of the station does not make headsets unavailable. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Events are published after their commit, so their messages are queued in a transaction right behind it. */
  #collect(event: DeviceEvent): void {
    const audience = this.#audiences.get(event.enterpriseId);
    if (audience === undefined) return;
    const messages = messagesOfDeviceEvent(
      event,
      this.#records.core.clock.now(),
      this.#isStopping ? undefined : this.#known,
    );
    if (messages.length === 0) return;
    const webhooks = [...audience.webhooks.values()];
    for (const message of messages) this.#collected.push(...addressed(message, webhooks));
    if (this.#collected.length > 0 && !this.#isFlushing) this.#flush();
  }

  #flush(): void {
    const { writer, clock, log } = this.#records.core;
    this.#isFlushing = true;
    const write = (): void => {
      const rows = this.#collected.splice(0, SLICE);
      this.#isFlushing = false;
      if (this.#collected.length > 0) this.#flush();
      this.#write(rows, clock.now());
    };
    writer.run(write).catch((error: unknown) => {
      // Events that the disk refuses are not delivered: readers of the device still see its state.
      this.#isFlushing = false;
      this.#collected = [];
      log.warn({ err: error }, 'changes could not be queued for webhooks');
    });
  }

  #write(rows: readonly Row[], nowMs: number): void {
    const counts = new Map<number, number>();
    for (const { webhookKey, message } of rows) {
      this.#deliveries.add(webhookKey, message, nowMs);
      counts.set(webhookKey, (counts.get(webhookKey) ?? 0) + 1);
    }
    for (const [webhookKey, count] of counts) this.#onAdded(webhookKey, count);
  }
}

function addressed(message: Message, webhooks: readonly Webhook[]): Row[] {
  return webhooks
    .filter(({ types }) => wants(types, message.type))
    .map(({ key }) => ({ webhookKey: key, message }));
}
