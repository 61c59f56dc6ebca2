import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { DeliveryView, WebhookView } from '../../../../shared/contract/operations/webhooks.ts';
import { PING_TYPE } from './rules.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AddressPolicy } from '../../kernel/outgoing/address-policy.ts';
import { addressFault } from './address.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';
import { toMessage } from './messages.ts';
import { newSecret } from './signing.ts';
import type { Webhook, WebhookStore } from './store.ts';

/** Maximum number of webhooks per organisation. */
const MAX_WEBHOOKS = 20;
/** How long the previous secret also signs after a rotation, in ms. */
const ROTATION_MS = 24 * 60 * 60 * 1_000;

export type WebhookRoutes = {
  readonly core: Core;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly policy: AddressPolicy;
  /** Called after the commit of a change; `isFresh` if the state of the receiver is to be reset. */
  readonly onChanged: (webhook: Webhook, isFresh: boolean) => void;
  readonly onRemoved: (webhook: Webhook) => void;
  /** Called after the commit if a delivery is to be sent whatever the state of the receiver. */
  readonly onUrgent: (key: number) => void;
};

/** Serves `/station/webhooks`. Each organisation sees its own webhooks only. */
export function mountWebhookRoutes(http: FastifyInstance, input: WebhookRoutes): void {
  mountReads(http, input);
  mountWrites(http, input);
  mountRotation(http, input);
  mountRemoval(http, input);
  mountDeliveries(http, input);
}

function mountReads(http: FastifyInstance, input: WebhookRoutes): void {
  const { webhooks, deliveries } = input;

  mount(http, contract.listWebhooks, ({ caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    return { items: webhooks.ofEnterprise(caller.enterpriseId).map((each) => toView(input, each)) };
  });

  mount(http, contract.getWebhook, ({ params, caller }) => {
    const webhook = findWebhook(webhooks, params.webhookId, caller);
    return webhook instanceof Failure ? webhook : toView(input, webhook);
  });

  mount(http, contract.listDeliveries, ({ params, query, caller }) => {
    const webhook = findWebhook(webhooks, params.webhookId, caller);
    if (webhook instanceof Failure) return webhook;
    const { page, limit } = query;
    const onlyFailed = query.untaken === true;
    const items = deliveries.page(webhook.key, { onlyFailed, limit, offset: (page - 1) * limit });
    const total = deliveries.count(webhook.key, onlyFailed);
    return { page, limit, total, items: items.map(toDeliveryView) };
  });
}

function mountWrites(http: FastifyInstance, input: WebhookRoutes): void {
  const { core, webhooks, deliveries, onChanged } = input;
  const { clock, vault, writer } = core;

  mount(http, contract.createWebhook, ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const url = toAddress(input, body.url);
    if (url instanceof Failure) return url;
    const secret = newSecret();
    const sealed = vault.seal(secret);
    return writer.run((afterCommit) => {
      if (webhooks.ofEnterprise(enterpriseId).length >= MAX_WEBHOOKS) {
        return new Failure('CONFLICT', `At most ${MAX_WEBHOOKS} webhooks. Remove one that is not needed.`);
      }
      const webhook = webhooks.add({
        id: newId(),
        enterpriseId,
        url,
        label: body.label ?? null,
        types: body.types ?? null,
        isActive: body.isActive ?? true,
        secret: sealed,
        createdAtMs: clock.now(),
      });
      afterCommit(() => onChanged(webhook, true));
      return { ...toView(input, webhook), secret };
    });
  });

  mount(http, contract.updateWebhook, ({ params, body, caller }) => {
    const url = body.url === undefined ? undefined : toAddress(input, body.url);
    if (url instanceof Failure) return url;
    return writer.run((afterCommit) => {
      const webhook = findWebhook(webhooks, params.webhookId, caller);
      if (webhook instanceof Failure) return webhook;
      const isActive = body.isActive ?? webhook.isActive;
      const isFresh = (url !== undefined && url !== webhook.url) || (isActive && !webhook.isActive);
      const changed = webhooks.change(webhook, {
        url: url ?? webhook.url,
        label: body.label === undefined ? webhook.label : body.label,
        types: body.types === undefined ? webhook.types : body.types,
        isActive,
        switchedOffBy: isActive ? null : webhook.switchedOffBy,
      });
      if (isFresh) deliveries.makeDue(webhook.key, clock.now());
      afterCommit(() => onChanged(changed, isFresh));
      return toView(input, changed);
    });
  });
}

function mountRotation(http: FastifyInstance, input: WebhookRoutes): void {
  const { core, webhooks, onChanged } = input;
  const { clock, vault, writer } = core;

  mount(http, contract.rotateWebhookSecret, ({ params, caller }) => {
    const secret = newSecret();
    const sealed = vault.seal(secret);
    return writer.run((afterCommit) => {
      const webhook = findWebhook(webhooks, params.webhookId, caller);
      if (webhook instanceof Failure) return webhook;
      const changed = webhooks.change(webhook, {
        secret: sealed,
        previousSecret: webhook.secret,
        previousSecretUntilMs: clock.now() + ROTATION_MS,
      });
      afterCommit(() => onChanged(changed, false));
      return { ...toView(input, changed), secret };
    });
  });
}

function mountRemoval(http: FastifyInstance, { core, webhooks, onRemoved }: WebhookRoutes): void {
  mount(http, contract.deleteWebhook, ({ params, caller }) =>
    core.writer.run((afterCommit) => {
      const webhook = findWebhook(webhooks, params.webhookId, caller);
      if (webhook instanceof Failure) return webhook;
      webhooks.remove(webhook.key);
      afterCommit(() => onRemoved(webhook));
      return { id: webhook.id, success: true as const };
    }),
  );
}

function mountDeliveries(
  http: FastifyInstance,
  { core, webhooks, deliveries, onUrgent }: WebhookRoutes,
): void {
  const { clock, writer } = core;

  mount(http, contract.testWebhook, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const webhook = findWebhook(webhooks, params.webhookId, caller);
      if (webhook instanceof Failure) return webhook;
      if (!webhook.isActive) return switchedOff();
      const nowMs = clock.now();
      const id = deliveries.add(webhook.key, toMessage(PING_TYPE, nowMs, { webhookId: webhook.id }), nowMs);
      afterCommit(() => onUrgent(webhook.key));
      return toDeliveryView(deliveries.read(id));
    }),
  );

  mount(http, contract.retryDelivery, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const webhook = findWebhook(webhooks, params.webhookId, caller);
      if (webhook instanceof Failure) return webhook;
      const delivery = deliveries.find(webhook.key, params.deliveryId);
      if (delivery === undefined) return new Failure('NOT_FOUND', 'There is no such delivery.');
      if (!webhook.isActive) return switchedOff();
      deliveries.sendAgain(delivery.key, clock.now());
      afterCommit(() => onUrgent(webhook.key));
      return toDeliveryView(deliveries.read(delivery.id));
    }),
  );
}

/** Returns the webhook if it belongs to the caller's organisation; any other counts as absent. */
function findWebhook(
  webhooks: WebhookStore,
  id: string,
  { enterpriseId }: Pick<Caller, 'enterpriseId'>,
): Webhook | Failure<'WEBHOOK_NOT_FOUND'> {
  const webhook = webhooks.findById(id);
  return webhook === undefined || webhook.enterpriseId !== enterpriseId
    ? new Failure('WEBHOOK_NOT_FOUND', 'There is no such webhook.')
    : webhook;
}

/** Returns the URL as stored, or why it is refused. */
function toAddress({ policy }: WebhookRoutes, url: string): string | Failure<'VALIDATION_FAILED'> {
  const message = addressFault(url, policy);
  if (message === undefined) return new URL(url).href;
  return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'url', message }] });
}

function switchedOff(): Failure<'CONFLICT'> {
  return new Failure('CONFLICT', 'This webhook is switched off. Switch it on first.');
}

function toView({ core, deliveries }: WebhookRoutes, webhook: Webhook): WebhookView {
  const { id, url, label, types, isActive, switchedOffBy, droppedCount, previousSecretUntilMs } = webhook;
  const isRotating = (previousSecretUntilMs ?? 0) > core.clock.now();
  return {
    id,
    url,
    label,
    types,
    isActive,
    switchedOffBy,
    createdAt: toInstant(webhook.createdAtMs),
    previousSecretUntil: isRotating ? toInstantOrNull(previousSecretUntilMs) : null,
    waiting: deliveries.waiting(webhook.key),
    droppedCount,
    lastDeliveredAt: toInstantOrNull(webhook.lastDeliveredAtMs),
    failingSince: toInstantOrNull(webhook.failingSinceMs),
  };
}

function toDeliveryView(delivery: Delivery): DeliveryView {
  const { id, type, status, attempts, lastStatus, lastError, durationMs, responseExcerpt } = delivery;
  return {
    id,
    type,
    status,
    attempts,
    createdAt: toInstant(delivery.createdAtMs),
    lastAttemptAt: toInstantOrNull(delivery.lastAttemptAtMs),
    nextAttemptAt: toInstantOrNull(delivery.nextAttemptAtMs),
    finishedAt: toInstantOrNull(delivery.finishedAtMs),
    lastStatus,
    lastError,
    durationMs,
    responseExcerpt,
  };
}
