import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nameText, nothing, pageQuery, text, textBoolean } from '../primitives.ts';

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

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');
const webhookParams = z.object({ webhookId: idSchema });

/** An absolute http or https URL, as text; which addresses are allowed depends on the role of the station. */
const urlText = text(2_048, 1);
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
    id: z.string(),
    url: z.string(),
    label: z.string().nullable(),
    /** Null: all. */
    types: z.array(z.string()).nullable(),
    isActive: z.boolean(),
    /** `GONE` if the receiver answered 410 and the station switched the webhook off. */
    switchedOffBy: z.enum(['GONE']).nullable(),
    createdAt: instantSchema,
    /** Until when deliveries are also signed with the previous secret. */
    previousSecretUntil: instantSchema.nullable(),
    /** Deliveries pending their first or next attempt. */
    waiting: z.int(),
    /** Deliveries dropped, oldest first, because too many were pending. */
    droppedCount: z.int(),
    lastDeliveredAt: instantSchema.nullable(),
    /** Since when attempts have failed; null after a success. */
    failingSince: instantSchema.nullable(),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhookSchema>;

const webhookWithSecretSchema = webhookSchema
  .extend({ secret: z.string() })
  .meta({ id: 'WebhookWithSecret' });

/** `pending` its first attempt, `failed` and pending its next one; `abandoned` is not retried. */
export const deliveryStatusSchema = z.enum(['pending', 'failed', 'delivered', 'abandoned']);

/** A delivery and its last attempt. */
export const deliverySchema = z
  .object({
    /** Also the `webhook-id` header, the same at every attempt. */
    id: z.string(),
    type: z.string(),
    status: deliveryStatusSchema,
    attempts: z.int(),
    createdAt: instantSchema,
    lastAttemptAt: instantSchema.nullable(),
    nextAttemptAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    /** HTTP status of the last answer; null if there was none. */
    lastStatus: z.int().nullable(),
    /**
     * Why the last attempt had no answer: `TIMEOUT`, `ADDRESS_REFUSED`, `SECRET_UNREADABLE` or a network error code.
     */
    lastError: z.string().nullable(),
    /** Duration of the last attempt in ms. */
    durationMs: z.int().nullable(),
    /** The first 1,024 characters of the last answer. */
    responseExcerpt: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryView = z.infer<typeof deliverySchema>;

/**
 * Creates a webhook. Its signing secret is in this reply and never shown again. Deliveries are signed as in the
 * Standard Webhooks specification (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 */
export const createWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/station/webhooks',
  summary: 'Create a webhook',
  params: nothing,
  query: nothing,
  body: z.object({
    url: urlText,
    label: nameText(128).nullish(),
    types: typesSchema.nullish(),
    isActive: z.boolean().optional(),
  }),
  reply: webhookWithSecretSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Lists the webhooks of the caller's organisation, oldest first. */
export const listWebhooks = endpoint({
  ...common,
  method: 'GET',
  path: '/station/webhooks',
  summary: 'List webhooks',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(webhookSchema) }),
  errors: [],
});

export const getWebhook = endpoint({
  ...common,
  method: 'GET',
  path: '/station/webhooks/{webhookId}',
  summary: 'Get a webhook',
  params: webhookParams,
  query: nothing,
  body: nothing,
  reply: webhookSchema,
  errors: ['WEBHOOK_NOT_FOUND'],
});

/**
 * Changes a webhook. Absent keys stay unchanged; null clears. A new URL, or switching it on, sends pending deliveries
 * at once.
 */
export const updateWebhook = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/webhooks/{webhookId}',
  summary: 'Change a webhook',
  params: webhookParams,
  query: nothing,
  body: z.object({
    url: urlText.optional(),
    label: nameText(128).nullish(),
    types: typesSchema.nullish(),
    isActive: z.boolean().optional(),
  }),
  reply: webhookSchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Deletes a webhook and its pending deliveries. */
export const deleteWebhook = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/webhooks/{webhookId}',
  summary: 'Remove a webhook and its deliveries',
  params: webhookParams,
  query: nothing,
  body: nothing,
  reply: z.object({ id: z.string(), success: z.literal(true) }),
  errors: ['WEBHOOK_NOT_FOUND'],
});

/** Creates a new secret, shown once. For 24 hours deliveries are also signed with the old one. */
export const rotateWebhookSecret = endpoint({
  ...common,
  method: 'POST',
  path: '/station/webhooks/{webhookId}/rotate',
  summary: 'Replace the signing secret of a webhook',
  params: webhookParams,
  query: nothing,
  body: nothing,
  reply: webhookWithSecretSchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Sends a delivery of type `ping`, whatever the webhook's types. 409 while it is switched off. */
export const testWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/station/webhooks/{webhookId}/test',
  summary: 'Send a test delivery',
  params: webhookParams,
  query: nothing,
  body: nothing,
  reply: deliverySchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND', 'CONFLICT'],
});

/** Lists the deliveries of a webhook, newest first: all pending ones, and those that ended in the last 7 days. */
export const listDeliveries = endpoint({
  ...common,
  method: 'GET',
  path: '/station/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  params: webhookParams,
  query: z.object({
    ...pageQuery,
    /** Only deliveries that the receiver did not accept: pending a retry or abandoned. */
    untaken: textBoolean.optional(),
  }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(deliverySchema) }),
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Sends a delivery again at once, even one that was delivered or abandoned. 409 while the webhook is switched off. */
export const retryDelivery = endpoint({
  ...common,
  method: 'POST',
  path: '/station/webhooks/{webhookId}/deliveries/{deliveryId}/retry',
  summary: 'Send a delivery again',
  params: webhookParams.extend({ deliveryId: idSchema }),
  query: nothing,
  body: nothing,
  reply: deliverySchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
});
