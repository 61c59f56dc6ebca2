import type { DeliveryView, WebhookView } from './webhooks.ts';
import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
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

/** Examples of webhooks and deliveries. */
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

export const descriptions: Descriptions = {
  Webhook: 'A webhook without its secret.',
  WebhookWithSecret: 'A webhook with its signing secret, which is shown only here.',
  'Webhook.url': 'URL that deliveries are sent to.',
  types: 'Event types to send, such as `device.*`; null for all.',
  switchedOffBy: '`GONE` if the receiver answered 410 and the station switched it off; otherwise null.',
  previousSecretUntil: 'Until when deliveries are also signed with the previous secret; null if not.',
  'Webhook.waiting': 'Deliveries pending their first or next attempt.',
  'WebhookWithSecret.waiting': 'Deliveries pending their first or next attempt.',
  droppedCount: 'Deliveries dropped, oldest first, because too many were pending.',
  lastDeliveredAt: 'When a delivery last succeeded; null if never.',
  failingSince: 'Since when attempts have failed; null if the last one succeeded.',
  secret: 'Signing secret.',
  WebhookDelivery: 'A delivery and its last attempt.',
  'WebhookDelivery.id': 'Id of the delivery, the same at every attempt; sent as `webhook-id`.',
  'WebhookDelivery.status':
    '`pending` its first attempt, `failed` and retried later, `delivered`, or `abandoned`.',
  'WebhookDelivery.type': 'Type of the event.',
  lastAttemptAt: 'When the last attempt was made; null if none was.',
  lastStatus: 'HTTP status of the last answer; null if there was none.',
  lastError:
    'Why there was no answer: `TIMEOUT`, `ADDRESS_REFUSED`, `SECRET_UNREADABLE` or a network error code; null if there was one.',
  'WebhookDelivery.durationMs': 'Duration of the last attempt in milliseconds; null if none was made.',
  responseExcerpt: 'First 1,024 characters of the last answer; null if there was none.',
};
