import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

import {
  WEBHOOK_STATE_TYPES,
  type WebhookStateType,
} from '../../../../shared/contract/operations/webhooks.ts';

/** Summary and example data of each state change, besides the device id. */
const CHANGES: Readonly<Record<WebhookStateType, { readonly summary: string; readonly data: Example }>> = {
  'device.enrolled': { summary: 'A headset enrolled', data: {} },
  'device.replaced': {
    summary: 'A headset enrolled again, and a new record replaced its old one',
    data: {},
  },
  'device.unenrolled': { summary: 'A headset was un-enrolled', data: {} },
  'device.removed': { summary: 'A headset was deleted', data: {} },
  'device.updated': { summary: 'The record of a headset was changed', data: { changed: { label: 'A-02' } } },
  'device.settings': { summary: 'Settings were assigned to a headset', data: { revision: 4 } },
  'device.metadata': {
    summary: 'Metadata of a headset changed',
    data: { namespace: 'school.timetable' },
  },
  'device.available': { summary: 'A headset became available', data: {} },
  'device.unavailable': { summary: 'A headset became unavailable', data: {} },
};

type Example = Readonly<Record<string, unknown>>;

const AT = '2026-09-14T08:15:00.000Z';
const DEVICE_ID = '0198a3b4-6f2e-7a31-9c55-2f6a8b1d4e10';

/** Returns the `webhooks` of the OpenAPI document. Source: Standard Webhooks specification. */
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
    'event.TYPE': { post: describe('event.APP_STARTED', 'A headset reported an event of this type', event) },
  };
}

function describe(type: string, summary: string, data: Example): ZodOpenApiOperationObject {
  return {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    summary,
    description:
      'Signed as in the Standard Webhooks specification: `webhook-signature` is `v1,` followed by the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by dots.',
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
              type: { type: 'string', description: 'Type of the event or state change.' },
              timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
              data: {
                type: 'object',
                additionalProperties: true,
                description: 'Data that depends on `type`.',
              },
            },
          },
          example: { type, timestamp: AT, data },
        },
      },
    },
    responses: {
      '200': { description: 'Accepted; any 2xx will do' },
      '410': { description: 'Gone: the station switches the webhook off' },
    },
  };
}

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the delivery, the same at every attempt',
  'webhook-timestamp': 'Time of this attempt, in seconds since 1970 UTC',
  'webhook-signature': 'One signature per secret, separated by spaces',
};
