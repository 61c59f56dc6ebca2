import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, pageQuery, text, textBoolean } from '../primitives.ts';

/** State changes that a webhook tells; the events of headsets are told besides, as `event.<TYPE>`. */
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
 * What is wrong with an entry of a webhook's `types`, or undefined. Good are `*`, a state change by its name,
 * `event.<TYPE>` with any type of event, and either with a last part `*`: `device.*`, `event.*`, `event.my.app.*`.
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

/** An absolute http or https address, as text: what addresses are allowed depends on the role of the station. */
const urlText = text(2_048, 1);
/** What to tell: exact types, or prefixes that end in `.*`. */
const typesSchema = z
  .array(
    text(96, 1).check(({ value, issues }) => {
      const fault = faultOfType(value);
      if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
    }),
  )
  .min(1)
  .max(100);

/** A webhook as it is shown; its secret was shown once, when it was made. */
export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    label: z.string().nullable(),
    /** Null: everything. */
    types: z.array(z.string()).nullable(),
    isActive: z.boolean(),
    /** `GONE` when the receiver answered 410 and the station switched the webhook off for it. */
    switchedOffBy: z.enum(['GONE']).nullable(),
    createdAt: instantSchema,
    /** Until when deliveries are signed with the secret before the last rotation as well. */
    previousSecretUntil: instantSchema.nullable(),
    /** Deliveries that wait for their first or next attempt. */
    waiting: z.int(),
    /** Deliveries that were dropped, oldest first, because too many waited. */
    droppedCount: z.int(),
    lastDeliveredAt: instantSchema.nullable(),
    /** When the attempts began to fail, null after one that was taken. */
    failingSince: instantSchema.nullable(),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhookSchema>;

const webhookWithSecretSchema = webhookSchema
  .extend({ secret: z.string() })
  .meta({ id: 'WebhookWithSecret' });

/** `pending` waits for its first attempt, `failed` for its next one; `abandoned` is tried no more. */
export const deliveryStatusSchema = z.enum(['pending', 'failed', 'delivered', 'abandoned']);

/** One delivery and how its last attempt went. */
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
    /** HTTP status of the last answer, null when there was none. */
    lastStatus: z.int().nullable(),
    /** Why the last attempt had no answer: `TIMEOUT`, `ADDRESS_REFUSED`, `SECRET_UNREADABLE` or the network's own code. */
    lastError: z.string().nullable(),
    /** How long the last attempt took. */
    durationMs: z.int().nullable(),
    /** The beginning of the last answer, at most 1,024 characters. */
    responseExcerpt: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryView = z.infer<typeof deliverySchema>;

/**
 * Makes a webhook; its signing secret is shown in this answer and never again. Deliveries are signed as the Standard
 * Webhooks specification has it (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`.
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
    label: text(128).nullish(),
    types: typesSchema.nullish(),
    isActive: z.boolean().optional(),
  }),
  reply: webhookWithSecretSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Webhooks of the caller's organisation, oldest first. */
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

/** Absent keys stay; null clears. A new address, or switching it on, has what waits sent at once. */
export const updateWebhook = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/webhooks/{webhookId}',
  summary: 'Change a webhook',
  params: webhookParams,
  query: nothing,
  body: z.object({
    url: urlText.optional(),
    label: text(128).nullish(),
    types: typesSchema.nullish(),
    isActive: z.boolean().optional(),
  }),
  reply: webhookSchema,
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** What waits for it is not sent any more. */
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

/** A new secret, shown once. For 24 hours deliveries carry a signature with the old one as well. */
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

/** Sends a delivery of type `ping`, whatever the webhook's types are. 409 while it is switched off. */
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

/** Deliveries of a webhook, newest first: all that wait, and those that are over, for 7 days. */
export const listDeliveries = endpoint({
  ...common,
  method: 'GET',
  path: '/station/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  params: webhookParams,
  query: z.object({
    ...pageQuery,
    /** Only those that the receiver did not take: they are tried again, or were given up. */
    untaken: textBoolean.optional(),
  }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(deliverySchema) }),
  errors: ['VALIDATION_FAILED', 'WEBHOOK_NOT_FOUND'],
});

/** Sends a delivery again at once, one that was taken or given up too. 409 while the webhook is switched off. */
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
