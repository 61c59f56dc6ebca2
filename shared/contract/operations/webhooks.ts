import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  instantSchema,
  nameText,
  pageQuery,
  text,
  textBoolean,
  nullableInt,
  nullableString,
} from '../primitives.ts';
import * as field from '../fields.ts';

/** State changes that webhooks can deliver; events of headsets are delivered as `event.<TYPE>`. */
export const WEBHOOK_STATE_TYPES = [
  'device.enrolled',
  'device.replaced',
  'device.unenrolled',
  'device.removed',
  'device.updated',
  'device.settings',
  'device.metadata',
  'device.available',
  'device.unavailable',
] as const;
export type WebhookStateType = (typeof WEBHOOK_STATE_TYPES)[number];

/**
 * Returns what is wrong with an entry of a webhook's `types`, or undefined. Valid are `*`, a state change by name,
 * `event.<TYPE>` with any event type, and either with a last part `*`: `device.*`, `event.*`, `event.my.app.*`.
 */
export function faultOfType(entry: string): string | undefined {
  if (entry === '*' || entry === 'device.*') return undefined;
  if (entry.startsWith('event.') && entry.length > 'event.'.length) return undefined;
  return WEBHOOK_STATE_TYPES.some((type) => type === entry)
    ? undefined
    : `Must be *, device.*, event.*, event.<TYPE> or one of ${WEBHOOK_STATE_TYPES.join(', ')}`;
}

/** An absolute http or https URL, as text; which addresses are allowed depends on the role of the station. */
const urlText = text(2_048, 1).describe('URL, with scheme and host.');
/** Types to deliver: exact types, or prefixes that end in `.*`. */
const typesSchema = z
  .array(
    text(96, 1).check(({ value, issues }) => {
      const fault = faultOfType(value);
      if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
    }),
  )
  .min(1)
  .max(100);

/** A webhook as returned. Its secret is shown once, when it is created. */
export const webhookSchema = z
  .object({
    id: field.id,
    url: z.string().describe('URL that deliveries are sent to.'),
    label: field.label,
    types: z.array(z.string()).nullable().describe('Event types to send, such as `device.*`; null for all.'),
    isActive: z.boolean().describe('True if it is switched on.'),
    switchedOffBy: z
      .enum(['GONE'])
      .nullable()
      .describe('`GONE` if the receiver answered 410 and the station switched it off; otherwise null.'),
    createdAt: field.createdAt,
    previousSecretUntil: instantSchema
      .nullable()
      .describe('Until when deliveries are also signed with the previous secret; null if not.'),
    waiting: z.int().describe('Deliveries pending their first or next attempt.'),
    droppedCount: z.int().describe('Deliveries dropped, oldest first, because too many were pending.'),
    lastDeliveredAt: instantSchema.nullable().describe('When a delivery last succeeded; null if never.'),
    failingSince: instantSchema
      .nullable()
      .describe('Since when attempts have failed; null if the last one succeeded.'),
  })
  .meta({ id: 'Webhook', description: 'A webhook without its secret.' });
export type WebhookView = z.infer<typeof webhookSchema>;

const webhookWithSecretSchema = webhookSchema
  .extend({ secret: z.string().describe('Signing secret.') })
  .meta({
    id: 'WebhookWithSecret',
    description: 'A webhook with its signing secret, which is shown only here.',
  });

/** `pending` its first attempt, `failed` and pending its next one; `abandoned` is not retried. */
export const deliveryStatusSchema = z.enum(['pending', 'failed', 'delivered', 'abandoned']);

export const deliverySchema = z
  .object({
    id: z.string().describe('Id of the delivery, the same at every attempt; sent as `webhook-id`.'),
    type: z.string().describe('Type of the event.'),
    status: deliveryStatusSchema.describe(
      '`pending` its first attempt, `failed` and retried later, `delivered`, or `abandoned`.',
    ),
    attempts: field.attempts,
    createdAt: field.createdAt,
    lastAttemptAt: instantSchema.nullable().describe('When the last attempt was made; null if none was.'),
    nextAttemptAt: instantSchema.nullable().describe('When the next attempt is due; null if none is.'),
    finishedAt: field.endedAt,
    lastStatus: nullableInt.describe('HTTP status of the last answer; null if there was none.'),
    lastError: nullableString.describe(
      'Why there was no answer: `TIMEOUT`, `ADDRESS_REFUSED`, `SECRET_UNREADABLE` or a network error code; null if there was one.',
    ),
    durationMs: nullableInt.describe('Duration of the last attempt in milliseconds; null if none was made.'),
    responseExcerpt: nullableString.describe(
      'First 1,024 characters of the last answer; null if there was none.',
    ),
  })
  .meta({ id: 'WebhookDelivery', description: 'A delivery and its last attempt.' });
export type DeliveryView = z.infer<typeof deliverySchema>;

/**
 * Creates a webhook. Its signing secret is in this reply and never shown again. Deliveries are signed as in the
 * Standard Webhooks specification (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 */
export const createWebhook = endpoint('POST /station/webhooks', {
  summary: 'Create a webhook',
  body: z.object({
    url: urlText,
    label: nameText(128).nullish().describe('Name shown to people, such as the label of a slot.'),
    types: typesSchema.nullish().describe('Event types to send, such as `device.*`; null for all.'),
    isActive: z.boolean().optional().describe('True if it is switched on.'),
  }),
  reply: webhookWithSecretSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Lists the webhooks of the caller's organisation, oldest first. */
export const listWebhooks = endpoint('GET /station/webhooks', {
  summary: 'List webhooks',
  reply: field.listOf(webhookSchema),
});

export const getWebhook = endpoint('GET /station/webhooks/{webhookId}', {
  summary: 'Get a webhook',
  reply: webhookSchema,
  errors: ['WEBHOOK_NOT_FOUND'],
});

/**
 * Changes a webhook. Absent keys stay unchanged; null clears. A new URL, or switching it on, sends pending deliveries
 * at once.
 */
export const updateWebhook = endpoint('PUT /station/webhooks/{webhookId}', {
  summary: 'Change a webhook',
  body: z.object({
    url: urlText.optional(),
    label: nameText(128).nullish().describe('Name shown to people, such as the label of a slot.'),
    types: typesSchema.nullish().describe('Event types to send, such as `device.*`; null for all.'),
    isActive: z.boolean().optional().describe('True if it is switched on.'),
  }),
  reply: webhookSchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Deletes a webhook and its pending deliveries. */
export const deleteWebhook = endpoint('DELETE /station/webhooks/{webhookId}', {
  summary: 'Remove a webhook and its deliveries',
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['WEBHOOK_NOT_FOUND'],
});

/** Creates a new secret, shown once. For 24 hours deliveries are also signed with the old one. */
export const rotateWebhookSecret = endpoint('POST /station/webhooks/{webhookId}/rotate', {
  summary: 'Replace the signing secret of a webhook',
  reply: webhookWithSecretSchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Sends a delivery of type `ping`, whatever the webhook's types. 409 while it is switched off. */
export const testWebhook = endpoint('POST /station/webhooks/{webhookId}/test', {
  summary: 'Send a test delivery',
  reply: deliverySchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND', 'CONFLICT'],
});

/** Lists the deliveries of a webhook, newest first: all pending ones, and those that ended in the last 7 days. */
export const listDeliveries = endpoint('GET /station/webhooks/{webhookId}/deliveries', {
  summary: 'List the deliveries of a webhook, newest first',
  query: z.object({
    ...pageQuery,
    /** Only deliveries that the receiver did not accept: pending a retry or abandoned. */
    untaken: textBoolean.optional(),
  }),
  reply: field.pageOf(deliverySchema),
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Sends a delivery again at once, even one that was delivered or abandoned. 409 while the webhook is switched off. */
export const retryDelivery = endpoint('POST /station/webhooks/{webhookId}/deliveries/{deliveryId}/retry', {
  summary: 'Send a delivery again',
  reply: deliverySchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
});
