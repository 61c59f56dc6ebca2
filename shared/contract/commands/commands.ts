import { z } from 'zod';

import { bulkResultSchema } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import {
  instantSchema,
  isShallow,
  jsonObjectSchema,
  MAX_JSON_DEPTH,
  noContent,
  text,
  textBoolean,
} from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum size of a command's message and of its answer, in characters of JSON. */
export const MAX_MESSAGE_CHARACTERS = 64 * 1024;

/**
 * How long the headset may take to answer a delivered command, in ms. The API documentation
 * leaves it open.
 */
export const ANSWER_WITHIN_MS = 10_000;

/** The command that un-enrols a headset. Only its own operation sends it, so that the record stays correct. */
export const UNENROLL_EVENT = 'unenroll';

/** Returns true for a JSON object that is neither too large nor too deep. */
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

/** A command to a headset. With `expiresInSec` (an extension) it stays queued that long for an offline headset. */
export const deviceCommandSchema = z
  .object({
    event: text(64, 1)
      .refine((event) => event !== UNENROLL_EVENT, 'Un-enrol with POST /devices/{deviceId}/unenroll')
      .describe('Name of the command, such as `restart`.'),
    message: messageSchema.optional().describe('Data of the command, a JSON object.'),
    expiresInSec: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe('How long the command stays queued for an offline headset, in seconds (an extension).'),
  })
  .meta({ id: 'DeviceCommand', description: 'A command to a headset.' });
export type DeviceCommand = z.infer<typeof deviceCommandSchema>;

export const commandResultSchema = z
  .discriminatedUnion('status', [
    z.object({
      commandId: z.string().describe('Id of the command.'),
      status: z.literal('answered').describe('`answered`, or `queued` until the headset is back.'),
      answer: z.record(z.string(), z.unknown()).describe('Answer of the headset; present if it answered.'),
    }),
    z.object({
      commandId: z.string().describe('Id of the command.'),
      status: z.literal('queued').describe('`answered`, or `queued` until the headset is back.'),
      expiresAt: field.expiresAt,
    }),
  ])
  .meta({
    id: 'CommandResult',
    description: 'Result of a command: answered, or queued for an offline headset.',
  });
export type CommandResult = z.infer<typeof commandResultSchema>;

/**
 * Sends a command over the headset's connection and waits 10 s for the answer. Without a connection or an answer in
 * time: 404 `DEVICE_UNREACHABLE`, and it is not delivered later. With `expiresInSec` it is queued for an offline
 * headset; a connected one receives it at once. At most 100 commands are queued per headset; beyond that: 409.
 */
export const sendCommand = endpoint('PUT /devices/{deviceId}/command', {
  summary: 'Send a command to a headset and return its answer',
  tag: 'commands',
  isExtension: false,
  body: deviceCommandSchema,
  reply: commandResultSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'DEVICE_UNREACHABLE', 'CONFLICT'],
});

/** Result for one headset: `answer` if it answered, `expiresAt` if the command is queued. */
export const bulkCommandResultSchema = bulkResultSchema
  .extend({
    status: z
      .enum(['answered', 'queued'])
      .optional()
      .describe('`answered`, or `queued` until the headset is back.'),
    commandId: z.string().optional().describe('Id of the command.'),
    answer: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Answer of the headset; present if it answered.'),
    expiresAt: instantSchema.optional().describe('When it expires; null if it does not.'),
  })
  .meta({ id: 'BulkCommandResult', description: 'Result of a command for one requested id.' });
export type BulkCommandResult = z.infer<typeof bulkCommandResultSchema>;

/**
 * Sends the same command to many headsets at once. Each has 10 s of its own, so a slow one does not fail the others.
 */
export const sendCommandToMany = endpoint('PUT /devices/command', {
  summary: 'Send a command to many headsets',
  tag: 'commands',
  isExtension: false,
  body: z.object({
    devicesId: field.devicesId,
    settings: deviceCommandSchema.describe('The command to send.'),
  }),
  reply: z.array(bulkCommandResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Accepts the headset's answer, any JSON object, once. Unknown, answered and expired commands: 404. */
export const answerCommand = endpoint('POST /devices/{deviceId}/commands/{commandId}/answer', {
  summary: 'Answer a command, as the headset that received it',
  tag: 'commands',
  access: ['device'],
  body: jsonObjectSchema,
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'COMMAND_NOT_FOUND', 'BATCH_TOO_LARGE'],
});

/**
 * Cancels a queued command, including the one to un-enrol. If it was sent, answered or has expired: 404
 * `COMMAND_NOT_FOUND`; if a command to un-enrol was delivered before: 409 `CONFLICT`.
 */
export const cancelCommand = endpoint('DELETE /devices/{deviceId}/commands/{commandId}', {
  summary: 'Cancel a queued command',
  tag: 'commands',
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'COMMAND_NOT_FOUND', 'CONFLICT'],
});

/**
 * Commands a headset to clean up and leave. The command stays queued without limit and is repeated at every contact
 * until the headset confirms; the record is then a slot with a new enrolment token. A repeated request returns the
 * same command. A record without a headset, or an archived one: 404 `DEVICE_UNREACHABLE`.
 */
export const unenrollDevice = endpoint('POST /devices/{deviceId}/unenroll', {
  summary: 'Un-enrol a headset and clean it up',
  servesPartners: true,
  tag: 'commands',
  isExtension: false,
  query: z.object({ hasLeft: textBoolean.default(false) }),
  reply: z.object({
    success: field.success,
    commandId: z.string().describe('Id of the command to un-enrol.'),
    status: z.enum(['sent', 'queued']).describe('`sent` to the headset, or `queued` until it is back.'),
  }),
  errors: ['DEVICE_NOT_FOUND', 'DEVICE_UNREACHABLE', 'CONFLICT'],
});
