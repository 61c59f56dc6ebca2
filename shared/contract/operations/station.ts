import { z } from 'zod';

import { MAX_BULK_IDS } from '../devices/devices.ts';
import { diskSchema, syncSummarySchema, warningSchema } from './diagnostics.ts';
import { endpoint } from '../endpoint.ts';
import { failureSchema } from '../errors.ts';
import { entityIdSchema } from '../ids.ts';
import { instantSchema, text, timeZoneSchema, nameText, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

/** Answers as long as the service runs. */
export const getHealth = endpoint('GET /healthz', {
  access: 'public',
  reach: 'anywhere',
  summary: 'Check that the service is running',
  reply: z.object({ status: z.literal('ok').describe('`ok` while the service runs.') }),
});

const organisationSchema = z
  .object({
    id: field.id,
    name: field.name,
    timeZone: z.string().describe('IANA time zone whose calendar days are used, such as `Europe/Paris`.'),
  })
  .meta({ id: 'Organisation', description: 'An organisation.' });

/** Name of a station before it is given one; the interface translates it. */
export const DEFAULT_NAME = 'This station';

/**
 * Changes the caller's organisation; an absent field stays unchanged. A new time zone also applies to statistics of
 * past days.
 */
export const changeEnterprise = endpoint('PATCH /station/enterprise', {
  summary: 'Rename the organisation or change its time zone',
  body: z.object({
    name: nameText(128, 1).optional().describe('Name shown to people.'),
    timeZone: timeZoneSchema
      .optional()
      .describe('IANA time zone whose calendar days are used, such as `Europe/Paris`.'),
  }),
  reply: organisationSchema,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Answers why the location of the data folder changed: without a name it was moved, and this is the only one; with a
 * name it is a copy of a folder that is still in use, and this station gets that name.
 */
export const settleCopy = endpoint('POST /station/copy', {
  summary: 'Confirm that the data folder was moved, or that it is a copy',
  body: z.object({ name: nameText(128, 1).optional().describe('Name shown to people.') }),
  reply: organisationSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** The facts about this station. No secrets. */
export const getStation = endpoint('GET /station', {
  access: ['enterprise', 'device'],
  reach: 'anywhere',
  summary: 'Describe the station',
  role: 'viewer',
  servesCarts: true,
  reply: z
    .object({
      name: field.name,
      version: z.string().describe('Version of Muster.'),
      role: z.enum(['station', 'central']).describe('Whether it is a station or a central.'),
      enterprise: organisationSchema.describe('Organisation of the caller.'),
      addresses: z.array(z.string()).describe('URLs at which the station listens; loopback first.'),
      tlsFingerprint: nullableString.describe(
        'SHA-256 of the TLS public key in base64url; null without a LAN listener.',
      ),
      sync: syncSummarySchema,
      serves: z
        .object({
          name: nullableString.describe('Name of the other station; null if it has none.'),
          lastContactAt: instantSchema.nullable().describe('When it last called; null if it has not yet.'),
        })
        .nullable()
        .describe('The other station that this one serves as its central; null if none.'),
      startedAt: field.startedAt,
      epoch: z.string().describe('Changes when the store is restored from a backup or copied.'),
      disk: diskSchema.nullable().describe('Disk of the data folder; null for headsets.'),
      warnings: z.array(warningSchema).describe('What needs attention; empty for headsets.'),
    })
    .meta({ id: 'Station', description: 'What this station is. Contains no secrets.' }),
});

/** The cart that new slots belong to; stored as the reserved `group` of the `muster` metadata namespace. */
export const cartSchema = z
  .object({
    id: text(64, 1).optional().describe('Id of the cart.'),
    label: nameText(128, 1).describe('Name of the cart.'),
    shelves: z.int().min(1).max(50).optional().describe('Number of shelves.'),
  })
  .meta({ id: 'Cart', description: 'Cart that slots belong to.' });

export const slotSchema = z
  .object({
    id: field.id,
    label: z.string().describe('Name shown to people, such as the label of a slot.'),
    enrollmentToken: z.string().describe('Token with which a headset enrols into this slot.'),
  })
  .meta({ id: 'Slot', description: 'A device record that awaits a headset.' });

/** Creates slots named prefix + number, e.g. `A-` from 1 with `pad` 2. All of them, or none. */
export const createSlots = endpoint('POST /station/slots', {
  summary: 'Create slots',
  body: z.object({
    count: z.int().min(1).max(500).describe('Number of slots.'),
    labelPrefix: nameText(64).describe('Text before the number in each label.'),
    start: z.int().min(0).max(999_999).default(1).describe('First number.'),
    pad: z.int().min(1).max(6).default(2).describe('Minimum number of digits, filled with zeros.'),
    type: text(128, 1).nullish().describe('Model of the headsets; null for any.'),
    cart: cartSchema.optional().describe('Cart that the slots belong to.'),
    profileId: entityIdSchema
      .optional()
      .describe(
        'Id of the profile that is applied when each headset enrols, in its newest version at that time; null for none.',
      ),
  }),
  reply: field.listOf(slotSchema),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

export const slotCodeSchema = z
  .object({
    id: field.id,
    code: z.int().optional().describe('The code to type; absent if there is none.'),
    expiresAt: instantSchema.optional().describe('When it expires; null if it does not.'),
    error: failureSchema,
    canPair: z
      .boolean()
      .optional()
      .describe('False if too many newer codes are live for this one to pair; ask again later.'),
  })
  .meta({ id: 'SlotCode', description: 'Live code of a slot, or why there is none.' });
export type SlotCode = z.infer<typeof slotCodeSchema>;

/**
 * Returns live codes for many slots, in the order of the request. Reopens enrolment by code after too many wrong
 * codes.
 */
export const createCodes = endpoint('POST /station/codes', {
  summary: 'Get the enrolment codes of many slots',
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).describe('Ids of the device records.'),
    renew: z
      .boolean()
      .default(false)
      .describe('True to create a new code even if one is live; the old one is void.'),
    profileId: entityIdSchema
      .nullish()
      .describe(
        'Id of the profile that is applied when each headset enrols; null removes it from these slots, absent leaves it unchanged.',
      ),
  }),
  reply: z.array(slotCodeSchema),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

export const practiceSchema = z
  .object({
    isRunning: z.boolean().describe('True while it runs.'),
    cart: z
      .object({
        id: field.id,
        label: z.string().describe('Name shown to people, such as the label of a slot.'),
      })
      .nullable()
      .describe('The practice cart; null if there is none.'),
    count: field.count,
  })
  .meta({ id: 'Practice', description: 'The practice cart of simulated headsets.' });

export const getPractice = endpoint('GET /station/practice', {
  summary: 'Get the status of the practice cart',
  role: 'viewer',
  reply: practiceSchema,
});

/** Creates a cart of slots and starts as many simulated headsets, which type its codes one after the other. */
export const startPractice = endpoint('POST /station/practice', {
  summary: 'Start a practice cart',
  body: z.object({
    count: z.int().min(1).max(60).default(30).describe('Number of headsets or entries.'),
    label: nameText(128, 1)
      .default('Practice cart')
      .describe('Name shown to people, such as the label of a slot.'),
    labelPrefix: nameText(64).default('P-').describe('Text before the number in each label.'),
    paceMs: z
      .int()
      .min(0)
      .max(60_000)
      .default(1_500)
      .describe('Time between two typed codes, in milliseconds.'),
  }),
  reply: practiceSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Stops the simulated headsets and deletes their records. */
export const stopPractice = endpoint('DELETE /station/practice', {
  summary: 'Remove the practice cart',
  reply: practiceSchema,
});
