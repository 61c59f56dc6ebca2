import type { DeliveryView, WebhookView } from './webhooks.ts';
import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT, DELIVERY_ID, ENROLLED_AT, WEBHOOK_ID } from '../reference/values.ts';

/** A webhook of a program on the same computer that needs to know when a lesson of its own ends. */
const wanted = {
  url: 'http://127.0.0.1:7480/hooks/muster',
  label: 'Timetable',
  types: ['event.LESSON_ENDED'],
  isActive: true,
};

const webhook: WebhookView = {
  id: WEBHOOK_ID,
  ...wanted,
  switchedOffBy: null,
  createdAt: ENROLLED_AT,
  previousSecretUntil: null,
  waiting: 0,
  droppedCount: 0,
  lastDeliveredAt: BEAT_AT,
  failingSince: null,
};
const secret = 'whsec_bm90LWEtcmVhbC1zZWNyZXQtb2YtYW55LXdlYmhvb2s=';

const delivery: DeliveryView = {
  id: DELIVERY_ID,
  type: 'event.LESSON_ENDED',
  status: 'delivered',
  attempts: 1,
  createdAt: BEAT_AT,
  lastAttemptAt: BEAT_AT,
  nextAttemptAt: null,
  finishedAt: BEAT_AT,
  lastStatus: 200,
  lastError: null,
  durationMs: 12,
  responseExcerpt: 'ok',
};
const waiting: DeliveryView = {
  ...delivery,
  status: 'pending',
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: BEAT_AT,
  finishedAt: null,
  lastStatus: null,
  durationMs: null,
  responseExcerpt: null,
};

export const examples: OperationExamples = {
  createWebhook: { body: wanted, reply: { ...webhook, lastDeliveredAt: null, secret } },
  listWebhooks: { reply: { items: [webhook] } },
  getWebhook: { reply: webhook },
  updateWebhook: { body: wanted, reply: webhook },
  deleteWebhook: { reply: { id: WEBHOOK_ID, success: true } },
  rotateWebhookSecret: { reply: { ...webhook, previousSecretUntil: '2026-09-15T08:15:00.000Z', secret } },
  testWebhook: { reply: { ...waiting, type: 'ping' } },
  listDeliveries: { reply: { page: 1, limit: 50, total: 1, items: [delivery] } },
  retryDelivery: { reply: waiting },
};

export const parameters: ParameterNotes = {
  deliveryId: { description: 'The identifier of the delivery: its `webhook-id`.', example: DELIVERY_ID },
  webhookId: { description: 'The identifier of the webhook.', example: WEBHOOK_ID },
  untaken: { description: 'Only failed deliveries.', example: true },
};
