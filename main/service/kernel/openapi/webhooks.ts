import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

import {
  WEBHOOK_STATE_TYPES,
  type WebhookStateType,
} from '../../../../shared/contract/operations/webhooks.ts';

/** What each change of state says besides the headset, and in which words it is told. */
const CHANGES: Readonly<Record<WebhookStateType, { readonly summary: string; readonly data: Example }>> = {
  'device.enrolled': { summary: 'A headset has enrolled', data: {} },
  'device.replaced': {
    summary: 'A headset has enrolled again, and another record replaces its old one',
    data: {},
  },
  'device.unenrolled': { summary: 'A headset has left the fleet', data: {} },
  'device.removed': { summary: 'A headset was deleted', data: {} },
  'device.updated': { summary: 'The record of a headset was changed', data: { changed: { label: 'A-02' } } },
  'device.settings': { summary: 'Settings were written for a headset', data: { revision: 4 } },
  'device.metadata': {
    summary: 'Metadata of a headset were changed',
    data: { namespace: 'school.timetable' },
  },
  'device.available': { summary: 'A headset can be reached', data: {} },
  'device.unavailable': { summary: 'A headset cannot be reached any more', data: {} },
};

type Example = Readonly<Record<string, unknown>>;

const AT = '2026-09-14T08:15:00.000Z';
const DEVICE_ID = '0198a3b4-6f2e-7a31-9c55-2f6a8b1d4e10';

/** What this station sends to webhooks, for the `webhooks` of the description. Source: Standard Webhooks specification. */
export function describeWebhooks(): ZodOpenApiPathsObject {
  const states = WEBHOOK_STATE_TYPES.map((type) => {
    const { summary, data } = CHANGES[type];
    return [type, { post: describe(type, summary, { deviceId: DEVICE_ID, ...data }) }] as const;
  });
  const event = {
    deviceId: DEVICE_ID,
    eventId: 'e-1',
    type: 'APP_STARTED',
    timestamp: Date.parse(AT),
    receivedAt: AT,
    payload: { packageName: 'org.example.volcano' },
  };
  return {
    ...Object.fromEntries(states),
    'event.TYPE': { post: describe('event.APP_STARTED', 'An event of a headset, by its type', event) },
  };
}

function describe(type: string, summary: string, data: Example): ZodOpenApiOperationObject {
  return {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    summary,
    description:
      'Signed as the Standard Webhooks specification has it: `webhook-signature` holds `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by dots.',
    tags: ['station'],
    'x-muster-extension': true,
    security: [],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      in: 'header' as const,
      name,
      required: true,
      description: HEADERS[name] ?? '',
      schema: { type: 'string' as const },
    })),
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { type: 'string' },
              timestamp: { type: 'string', format: 'date-time' },
              data: { type: 'object', additionalProperties: true },
            },
          },
          example: { type, timestamp: AT, data },
        },
      },
    },
    responses: {
      '200': { description: 'Taken; any 2xx does' },
      '410': { description: 'Gone: the webhook is switched off' },
    },
  };
}

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The same at every attempt',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature': 'One signature for each secret, with a space in between',
};
