import { z } from 'zod';

import { bulkResultSchema, deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import {
  instantSchema,
  isShallow,
  jsonObjectSchema,
  MAX_JSON_DEPTH,
  noContent,
  nothing,
  text,
} from '../primitives.ts';

/** The largest message of a command, and the largest answer, in characters of JSON. */
export const MAX_MESSAGE_CHARACTERS = 64 * 1024;

/** How long a command that was handed over may go unanswered. Source: design.md section 4, "The headset's link". */
export const ANSWER_WITHIN_MS = 10_000;

/** The command that releases a headset; it is given through its own operation alone, which keeps the record right. */
export const UNENROLL_EVENT = 'unenroll';

/** True for a JSON object that is neither too large nor too deep. */
function isMessage(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && isShallow(value) && JSON.stringify(value).length <= MAX_MESSAGE_CHARACTERS;
}

const messageSchema = z
  .custom<Record<string, unknown>>(
    isMessage,
    `Must be a JSON object of at most ${MAX_MESSAGE_CHARACTERS / 1024} KiB, nested at most ${MAX_JSON_DEPTH} levels`,
  )
  .meta({ override: { type: 'object', additionalProperties: true } });

/** What a headset shall do. With `expiresInSec` (an extension) it waits that long for a headset that is away. */
export const deviceCommandSchema = z
  .object({
    event: text(64, 1).refine(
      (event) => event !== UNENROLL_EVENT,
      'Un-enrol with POST /devices/{deviceId}/unenroll',
    ),
    message: messageSchema.optional(),
    expiresInSec: z.int().min(1).max(86_400).optional(),
  })
  .meta({ id: 'DeviceCommand' });
export type DeviceCommand = z.infer<typeof deviceCommandSchema>;

/** What became of a command: the headset answered, or it waits for the headset. */
export const commandResultSchema = z
  .discriminatedUnion('status', [
    z.object({
      commandId: z.string(),
      status: z.literal('answered'),
      answer: z.record(z.string(), z.unknown()),
    }),
    z.object({ commandId: z.string(), status: z.literal('queued'), expiresAt: instantSchema }),
  ])
  .meta({ id: 'CommandResult' });
export type CommandResult = z.infer<typeof commandResultSchema>;

/**
 * Sends a command on the headset's link and waits 10 s for its answer. No link, or no answer in time: 404
 * `DEVICE_UNREACHABLE`, and it is not delivered later. With `expiresInSec` it waits for a headset that has no link; to
 * one that has, it goes out at once like any other. At most 100 commands wait for one headset: then 409.
 */
export const sendCommand = endpoint({
  method: 'PUT',
  path: '/devices/{deviceId}/command',
  summary: 'Send a command to a headset and return its answer',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: deviceCommandSchema,
  reply: commandResultSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'DEVICE_UNREACHABLE', 'CONFLICT'],
});

/** One entry of the answer to a command for many: `answer` where it was answered, `expiresAt` where it waits. */
export const bulkCommandResultSchema = bulkResultSchema
  .extend({
    status: z.enum(['answered', 'queued']).optional(),
    commandId: z.string().optional(),
    answer: z.record(z.string(), z.unknown()).optional(),
    expiresAt: instantSchema.optional(),
  })
  .meta({ id: 'BulkCommandResult' });
export type BulkCommandResult = z.infer<typeof bulkCommandResultSchema>;

/** The same command for many headsets at once; each has 10 s of its own, and a slow one fails no other. */
export const sendCommandToMany = endpoint({
  method: 'PUT',
  path: '/devices/command',
  summary: 'Send a command to many headsets',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise'],
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()), settings: deviceCommandSchema }),
  reply: z.array(bulkCommandResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

const commandIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not a command id');

/** The headset's answer: any JSON object, once. An unknown command, one answered before and one whose time is over: 404. */
export const answerCommand = endpoint({
  method: 'POST',
  path: '/devices/{deviceId}/commands/{commandId}/answer',
  summary: 'Answer a command, as the headset that received it',
  tag: 'commands',
  isExtension: true,
  access: ['device'],
  params: deviceParams.extend({ commandId: commandIdSchema }),
  query: nothing,
  body: jsonObjectSchema,
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'COMMAND_NOT_FOUND', 'BATCH_TOO_LARGE'],
});

/**
 * Takes back a command that waits for its headset, the order to un-enrol included. One that has gone out, was answered or
 * is over: 404 `COMMAND_NOT_FOUND`; an order to un-enrol that the headset was given once already: 409 `CONFLICT`.
 */
export const cancelCommand = endpoint({
  method: 'DELETE',
  path: '/devices/{deviceId}/commands/{commandId}',
  summary: 'Cancel a queued command',
  tag: 'commands',
  isExtension: true,
  access: ['enterprise'],
  params: deviceParams.extend({ commandId: commandIdSchema }),
  query: nothing,
  body: nothing,
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'COMMAND_NOT_FOUND', 'CONFLICT'],
});

/**
 * Orders a headset to clean up and leave. The order waits as long as it takes and is repeated at every contact until
 * the headset has answered it; the record is then a slot again, with a fresh enrolment token. Asked again meanwhile, it
 * answers the same order. A record without a headset, or an archived one: 404 `DEVICE_UNREACHABLE`.
 */
export const unenrollDevice = endpoint({
  method: 'POST',
  path: '/devices/{deviceId}/unenroll',
  summary: 'Un-enrol a headset and clean it up',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: z.object({
    success: z.literal(true),
    commandId: z.string(),
    /** `sent`: it is on the headset's link; `queued`: the headset gets it when it is back. */
    status: z.enum(['sent', 'queued']),
  }),
  errors: ['DEVICE_NOT_FOUND', 'DEVICE_UNREACHABLE', 'CONFLICT'],
});
