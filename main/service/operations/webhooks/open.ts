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

/** How long a receiver may take for everything. */
const TIMEOUT_MS = 10_000;
/** What waited while the station was off is sent this long after its start, which has better things to do first. */
const FIRST_LOOK_MS = 250;

/** The webhooks at work. */
export type Webhooks = {
  /** Serves `/station/webhooks`. */
  mount(http: FastifyInstance): void;
  nameOf(webhookId: string): string | undefined;
  /** Breaks off what is being sent: it is sent again after the next start. Settles when nothing is under way. */
  stop(): Promise<void>;
};

/** Opens the webhooks: queues what they are to be told, and sends it. */
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
  const firstLook = setTimeout(() => {
    for (const { key } of known) {
      const webhook = webhooks.find(key);
      if (webhook !== undefined) pump.put(webhook, false);
    }
  }, FIRST_LOOK_MS).unref();
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
        onUrgent: (key) => pump.hurry(key),
      });
    },
    nameOf(webhookId) {
      const known = webhooks.findById(webhookId);
      // Of the URL only the host: the rest may hold a key.
      return known === undefined ? undefined : (known.label ?? URL.parse(known.url)?.host);
    },
    stop() {
      clearTimeout(firstLook);
      outbox.stop();
      tidier.stop();
      return pump.stop();
    },
  };
}
