import { z } from 'zod';

import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { errorDetailSchema, failureSchema } from '../errors.ts';
import { entityIdSchema } from '../ids.ts';
import { text, nullableString, nullableInt, nullableNumber, nullableBoolean } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import { slotSchema } from '../operations/station.ts';
import { cableProofSchema } from './cable.ts';
import * as field from '../fields.ts';

/** Fields of a slot in an asset list. */
export const SLOT_FIELDS = [
  'label',
  'model',
  'cart',
  'shelf',
  'place',
  'profile',
  'macAddress',
  'serial',
] as const;
export type SlotField = (typeof SLOT_FIELDS)[number];

/** More columns than any asset list has; further ones are not read. */
export const MAX_COLUMNS = 200;

/** Maximum size of an asset list, in bytes, and of the same in base64. */
export const MAX_LIST_BYTES = 5_000_000;
const MAX_FILE_CHARS = Math.ceil(MAX_LIST_BYTES / 3) * 4;

/** A CSV file for a spreadsheet. */
const csvSchema = z.object({
  fileName: z.string().describe('Suggested name of the file.'),
  csv: z.string().describe('Content of the file as comma-separated values (RFC 4180).'),
});

/**
 * Exports the slots of an organisation, or those named: label, model, cart, shelf, place, profile, MAC address, serial
 * number, enrolment token, id. In CSV, values that a spreadsheet would run as a formula are quoted; in a workbook
 * every cell is text, so that a spreadsheet changes none.
 */
export const exportSlots = endpoint('POST /station/slots/export', {
  summary: 'Export slots as CSV or a workbook',
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional().describe('Ids of the device records.'),
    format: z.enum(['csv', 'xlsx']).default('csv').describe('Also as a workbook (`xlsx`).'),
  }),
  reply: csvSchema.extend({
    xlsx: z.string().optional().describe('The workbook in base64.'),
  }),
  errors: ['VALIDATION_FAILED'],
});

/** Reasons why a file cannot be read. */
export const FILE_FAULTS = [
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_PROTECTED',
  'FILE_OLD',
  'FILE_UNREADABLE',
  'NO_SHEET',
] as const;

/** Possible faults of an asset list, as a whole or in one of its lines. */
export const SLOT_FAULTS = [
  ...FILE_FAULTS,
  'NO_COLUMN',
  'NO_LABEL_COLUMN',
  'LABEL_MISSING',
  'LABEL_BAD',
  'LABEL_TWICE',
  'LABEL_TAKEN',
  'NOT_A_NUMBER',
  'PLACE_TWICE',
  'TOO_LONG',
  'NO_PROFILE',
  'MAC_BAD',
  'MAC_TWICE',
  'MAC_TAKEN',
  'SERIAL_TWICE',
  'SERIAL_TAKEN',
  'NUMBER_ROUNDED',
  'NO_SLOTS',
  'TOO_MANY',
] as const;

const slotFaultSchema = errorDetailSchema.extend({
  code: z.enum(SLOT_FAULTS).describe('Stable code of the reason.'),
  line: z.int().describe('Line of the file, counted from 1.'),
  column: nullableString.describe('Column of the file; null if the whole line is meant.'),
  value: nullableString.describe('The value found, or the one it clashes with; null if none.'),
});
export type SlotFault = z.infer<typeof slotFaultSchema>;

/** A column of the file: its number, counted from 1, or its name; null: the file has none. */
const columnSchema = z.union([z.int().min(1).max(MAX_COLUMNS), text(128, 1)]).nullable();

/** Which column has which field; fields that are left out have none. */
const mappingSchema = z
  .object({
    label: columnSchema.describe('Column with the name of the headset.'),
    model: columnSchema.describe('Column with the model.'),
    cart: columnSchema.describe('Column with the cart.'),
    shelf: columnSchema.describe('Column with the shelf.'),
    place: columnSchema.describe('Column with the slot number.'),
    profile: columnSchema.describe('Column with the name of the profile.'),
    macAddress: columnSchema.describe('Column with the MAC address, in any notation.'),
    serial: columnSchema.describe('Column with the serial number.'),
  })
  .partial();
export type RequestedMapping = z.infer<typeof mappingSchema>;

/**
 * Creates slots from an asset list: `csv` as text, or `file`, the bytes of a CSV or XLSX file in base64. One slot per
 * line; `label` is required, all other fields are optional; `profile` is a name. Columns are found by their names in
 * English, French, German or Spanish, and by their cells; `mapping` names them instead, and is remembered for files
 * with the same header once slots were created. With `givesOwnSlot` a headset that reports a MAC address of the list
 * gets its slot automatically. All or none: `faults` list each wrong line and what to do. With `check` nothing is
 * created.
 */
export const importSlots = endpoint('POST /station/slots/import', {
  summary: 'Import slots from an asset list',
  body: z.object({
    csv: text(1_000_000).optional().describe('The list as CSV.'),
    file: text(MAX_FILE_CHARS)
      .optional()
      .describe('A CSV or XLSX file of at most 5 MB in base64; read only without `csv`.'),
    sheet: text(128, 1).optional().describe('Sheet of a workbook; the first that is not empty if absent.'),
    hasHeader: z
      .boolean()
      .optional()
      .describe('True if the first line names the columns; guessed if absent.'),
    mapping: mappingSchema
      .optional()
      .describe('Column of each field, by its number from 1 or its name; null if none.'),
    givesOwnSlot: z
      .boolean()
      .default(false)
      .describe('True to give each headset its own slot when it reports a MAC address of the list.'),
    check: z.boolean().default(false).describe('True to check the file without creating anything.'),
  }),
  reply: z.object({
    items: z.array(slotSchema).describe('Slots that were created; none with `check`.'),
    count: z.int().describe('Number of slots in the file.'),
    faults: z.array(slotFaultSchema).describe('What is wrong, line by line.'),
    ignored: z.array(z.string()).describe('Columns that were not used.'),
    columns: z.array(z.string()).describe('Names of the columns in the file; empty without a header.'),
    hasHeader: z.boolean().describe('True if the first line names the columns; guessed if absent.'),
    mapping: z
      .record(z.enum(SLOT_FIELDS), z.int().nullable())
      .describe('Column of each field, counted from 1; null if none.'),
    isRemembered: z.boolean().describe('True if the mapping is remembered from a file with the same header.'),
    sheets: z.array(z.string()).describe('Visible sheets of the workbook; none for CSV.'),
    sheet: nullableString.describe('The sheet that was read; null for CSV.'),
    lines: z
      .array(
        z.object({
          line: z.int().describe('Line of the file, counted from 1.'),
          cells: z.record(z.enum(SLOT_FIELDS), z.string()).describe('What the line says for each field.'),
        }),
      )
      .describe('The lines of the file as they were read.'),
  }),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Swaps two slots: name, cart, shelf and place are exchanged at once. Settings, groups and history stay with the
 * headset. An archived record changes only together with its replacement.
 */
export const swapSlots = endpoint('POST /station/slots/swap', {
  summary: 'Swap two slots',
  body: z.object({ devicesId: z.array(z.string()).length(2).describe('Ids of the device records.') }),
  reply: field.listOf(
    z.object({
      id: field.id,
      label: field.label,
      cart: z
        .object({
          id: field.id,
          label: z.string().describe('Name shown to people, such as the label of a slot.'),
        })
        .nullable()
        .describe('Cart after the swap; null if none.'),
      shelf: nullableInt.describe('Shelf of the cart, counted from 1; null if none.'),
      place: nullableInt.describe('Slot number on the cart, counted from 1; null if none.'),
    }),
  ),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'CONFLICT'],
});

/**
 * Removes a broken or lost headset from its slot without contacting it: its token is void, and the slot awaits
 * another headset with the same name, place, groups and settings. If the headset is at hand, un-enrol it instead.
 */
export const freeSlot = endpoint('POST /station/slots/{deviceId}/free', {
  summary: 'Free a slot for another headset',
  reply: slotSchema,
  errors: ['DEVICE_NOT_FOUND', 'CONFLICT'],
});

/**
 * Assigns a profile to slots: a slot without a headset gets it at enrolment, one with a headset at once. null removes
 * a pending profile. `waits`: pending, with the `reason` if there is a headset; `given`: written, not yet confirmed
 * by the headset.
 */
export const setSlotProfiles = endpoint('PUT /station/slots/profile', {
  summary: 'Set the profile of slots',
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).describe('Ids of the device records.'),
    profileId: entityIdSchema.nullable().describe('Id of the profile; null for none.'),
  }),
  reply: field.listOf(
    z.object({
      id: field.id,
      state: z
        .enum(['waits', 'given', 'none'])
        .optional()
        .describe(
          '`waits`: applied when a headset enrols or is ready; `given`: written; `none`: no profile.',
        ),
      reason: z.string().nullish().describe('Why; null if there is nothing to explain.'),
      error: failureSchema,
    }),
  ),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** The reason why a headset is not confirmed. */
export const ACCEPTANCE_OPEN = [
  'NOT_ENROLLED',
  'NEVER_HEARD',
  'PROFILE_WAITS',
  'SETTINGS_NOT_APPLIED',
  'CHANGE_QUEUED',
  'CONTENT_NOT_THERE',
  'CONTENT_FAILED',
  'NOT_IN_EFFECT',
] as const;

export const acceptanceSchema = z
  .object({
    id: field.id,
    label: field.label,
    cart: nullableString.describe('Id or name of the cart; null if none.'),
    place: nullableInt.describe('Slot number on the cart, counted from 1; null if none.'),
    macAddress: nullableString.describe('MAC address, six hexadecimal pairs with colons; null if unknown.'),
    androidId: nullableString.describe(
      'Identifier that Android gave the headset; absent or null until enrolment is finished.',
    ),
    brand: brandSchema.nullable().describe('Manufacturer, detected from the model; null if unknown.'),
    model: field.model,
    firmware: nullableString.describe('Operating system version as the headset reports it; null if unknown.'),
    apps: z
      .array(
        z.object({
          name: field.name,
          versionCode: nullableNumber.describe('Android version code; null if not reported.'),
          status: z.string().describe('Deployment status.'),
        }),
      )
      .describe('Assigned applications with their deployment status.'),
    kiosk: nullableString.describe('Package of the kiosk; null if none.'),
    isKioskConfirmed: nullableBoolean.describe(
      'True if the headset reports the kiosk as in effect; null if it reports nothing.',
    ),
    battery: nullableNumber.describe('Charge in percent; null if not reported.'),
    wifi: z.array(z.string()).describe('Names of the assigned Wi-Fi networks.'),
    profile: z
      .object({
        id: field.id,
        name: field.name,
        version: nullableInt.describe('Version that was applied; null while it is pending.'),
        reason: nullableString.describe('Why the profile is pending; null if it is not.'),
        app: nullableString.describe('Application of the kiosk if that is missing; otherwise null.'),
      })
      .nullable()
      .describe(
        'Profile of its slot: applied in that version, or pending (`version` null), and why; null if none.',
      ),
    isConfirmed: z.boolean().describe('True if the headset confirmed its newest settings and all contents.'),
    open: z
      .array(
        z.object({
          code: z.enum(ACCEPTANCE_OPEN).describe('Stable code of the reason.'),
          subject: nullableString.describe('The setting or content it is about; null if none.'),
        }),
      )
      .describe('Why it is not confirmed; `subject` names the content or the setting.'),
    cable: cableProofSchema
      .nullable()
      .describe('What was done by cable before enrolment; null if nothing was.'),
    enrolledAt: field.enrolledAt,
    lastHeartbeatAt: field.lastHeartbeatAt,
    isOnline: z.boolean().describe('Whether it is online now.'),
  })
  .meta({ id: 'Acceptance', description: 'A headset on the acceptance sheet.' });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Creates an acceptance sheet: every headset with the proof that it is ready, as data and as CSV. */
export const createAcceptanceSheet = endpoint('POST /station/acceptance', {
  summary: 'Get the acceptance sheet of a cart',
  isRead: true,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).describe('Ids of the device records.'),
    technician: text(128).default('').describe('Name of the technician.'),
  }),
  reply: csvSchema.extend({
    at: field.at,
    technician: z.string().describe('Name of the technician.'),
    station: z.string().describe('Name of the station.'),
    items: field.entriesOf(acceptanceSchema),
    invalidIds: field.invalidIds,
  }),
  errors: ['VALIDATION_FAILED'],
});
