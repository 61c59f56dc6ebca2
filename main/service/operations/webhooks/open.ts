import type { FastifyInstance } from 'fastify';

import type { Records } from '../../devices/index.ts';
import { receiverPolicy } from './address.ts';
import { openDeliveryStore } from './delivery-store.ts';
import { Outbox } from './outbox.ts';
import { Pump } from './pump.ts';
import { mountWebhookRoutes } from './routes.ts';
import { openSender } from './send.ts';
import { openWebhookStore, type Webhook } from './store.ts';
import { Tidier } from './tidy.ts';

/** Time limit for a receiver, in ms. */
const TIMEOUT_MS = 10_000;
/** Delay after the start before pending deliveries are sent, in ms, so as not to slow the start down. */
const FIRST_CHECK_MS = 250;

/** The running webhooks. */
export type Webhooks = {
  /** Serves `/station/webhooks`. */
  mount(http: FastifyInstance): void;
  nameOf(webhookId: string): string | undefined;
  /** Aborts deliveries, which are sent again after the next start. Settles when none is in flight. */
  stop(): Promise<void>;
};

/** Opens the webhooks: queues their messages, and sends them. */
export function openWebhooks(records: Records, role: 'station' | 'central'): Webhooks {
  const { core, events } = records;
  const webhooks = openWebhookStore(core.db);
  const deliveries = openDeliveryStore(core.db);
  const policy = receiverPolicy(role);
  const tidier = new Tidier(core, webhooks, deliveries);
  const outbox = new Outbox(records, deliveries, (key, count) => {
    pump.wake(key);
    tidier.added(key, count);
  });
  const onChanged = (webhook: Webhook, isFresh: boolean): void => {
    outbox.put(webhook);
    pump.put(webhook, isFresh);
  };
  const sender = openSender(policy, TIMEOUT_MS);
  const pump = new Pump({
    core,
    webhooks,
    deliveries,
    sender,
    onChanged: (webhook) => onChanged(webhook, false),
  });
  events.whenStored((stored) => outbox.eventsStored(stored));
  const known = webhooks.all();
  for (const webhook of known) outbox.put(webhook);
  const firstCheck = setTimeout(() => {
    for (const { key } of known) {
      const webhook = webhooks.find(key);
      if (webhook !== undefined) pump.put(webhook, false);
    }
  }, FIRST_CHECK_MS).unref();
  tidier.start();
  return {
    mount(http) {
      mountWebhookRoutes(http, {
        core,
        webhooks,
        deliveries,
        policy,
        onChanged,
        onRemoved(webhook) {
          outbox.put({ ...webhook, isActive: false });
          pump.remove(webhook.key);
          tidier.removed();
        },
        onUrgent: (key) => pump.sendNow(key),
      });
    },
    nameOf(webhookId) {
      const known = webhooks.findById(webhookId);
      // Only the host of the URL: the rest may contain a key.
      return known === undefined ? undefined : (known.label ?? URL.parse(known.url)?.host);
    },
    stop() {
      clearTimeout(firstCheck);
      outbox.stop();
      tidier.stop();
      return pump.stop();
    },
  };
}
