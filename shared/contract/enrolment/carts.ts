import { z } from 'zod';

import { deviceParams, MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { errorBodySchema, errorDetailSchema } from '../errors.ts';
import { entityIdSchema } from '../ids.ts';
import { instantSchema, nothing, text } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import { slotSchema } from '../operations/station.ts';
import { cableProofSchema } from './cable.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

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
const csvSchema = z.object({ fileName: z.string(), csv: z.string() });

/**
 * Exports the slots of an organisation, or those named: label, model, cart, shelf, place, profile, MAC address, serial
 * number, enrolment token, id. In CSV, values that a spreadsheet would run as a formula are quoted; in a workbook
 * every cell is text, so that a spreadsheet changes none.
 */
export const exportSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/export',
  summary: 'Export slots as CSV or a workbook',
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional(),
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  reply: csvSchema.extend({
    /** With `format` xlsx the same as a workbook, in base64. */
    xlsx: z.string().optional(),
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
  code: z.enum(SLOT_FAULTS),
  /** Counted from 1. */
  line: z.int(),
  column: z.string().nullable(),
  /** The value found, or the one it clashes with. */
  value: z.string().nullable(),
});
export type SlotFault = z.infer<typeof slotFaultSchema>;

/** A column of the file: its number, counted from 1, or its name; null: the file has none. */
const columnSchema = z.union([z.int().min(1).max(MAX_COLUMNS), text(128, 1)]).nullable();

/** Which column has which field; fields that are left out have none. */
const mappingSchema = z
  .object({
    label: columnSchema,
    model: columnSchema,
    cart: columnSchema,
    shelf: columnSchema,
    place: columnSchema,
    profile: columnSchema,
    macAddress: columnSchema,
    serial: columnSchema,
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
export const importSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/import',
  summary: 'Import slots from an asset list',
  params: nothing,
  query: nothing,
  body: z.object({
    csv: text(1_000_000).optional(),
    /** At most 5 MB before base64; read only without `csv`. */
    file: text(MAX_FILE_CHARS).optional(),
    /** The sheet of a workbook; without it, the first that is not empty. */
    sheet: text(128, 1).optional(),
    /** Whether the first line names the columns; without it, that is guessed. */
    hasHeader: z.boolean().optional(),
    mapping: mappingSchema.optional(),
    givesOwnSlot: z.boolean().default(false),
    check: z.boolean().default(false),
  }),
  reply: z.object({
    /** Slots that were created; none with `check`. */
    items: z.array(slotSchema),
    /** Slots in the file. */
    count: z.int(),
    /** `path` is `line 3`. */
    faults: z.array(slotFaultSchema),
    /** Columns that were not used. */
    ignored: z.array(z.string()),
    /** Names of the columns, in their order; without a header they are empty. */
    columns: z.array(z.string()),
    hasHeader: z.boolean(),
    /** The column of each field, counted from 1. */
    mapping: z.record(z.enum(SLOT_FIELDS), z.int().nullable()),
    /** Whether the mapping is remembered from an earlier file with this header. */
    isRemembered: z.boolean(),
    /** The sheets of a workbook that can be seen; none for CSV. */
    sheets: z.array(z.string()),
    /** The sheet that was read. */
    sheet: z.string().nullable(),
    /** What was read, line by line. */
    lines: z.array(z.object({ line: z.int(), cells: z.record(z.enum(SLOT_FIELDS), z.string()) })),
  }),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Swaps two slots: name, cart, shelf and place are exchanged at once. Settings, groups and history stay with the
 * headset. An archived record changes only together with its replacement.
 */
export const swapSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/swap',
  summary: 'Swap two slots',
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).length(2) }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        label: z.string().nullable(),
        cart: z.object({ id: z.string(), label: z.string() }).nullable(),
        shelf: z.int().nullable(),
        place: z.int().nullable(),
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'CONFLICT'],
});

/**
 * Removes a broken or lost headset from its slot without contacting it: its token is void, and the slot awaits
 * another headset with the same name, place, groups and settings. If the headset is at hand, un-enrol it instead.
 */
export const freeSlot = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/{deviceId}/free',
  summary: 'Free a slot for another headset',
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: slotSchema,
  errors: ['DEVICE_NOT_FOUND', 'CONFLICT'],
});

/**
 * Assigns a profile to slots: a slot without a headset gets it at enrolment, one with a headset at once. null removes
 * a pending profile. `waits`: pending, with the `reason` if there is a headset; `given`: written, not yet confirmed
 * by the headset.
 */
export const setSlotProfiles = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/slots/profile',
  summary: 'Set the profile of slots',
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS),
    profileId: entityIdSchema.nullable(),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['waits', 'given', 'none']).optional(),
        reason: z.string().nullish(),
        error: errorBodySchema.pick({ code: true, message: true }).optional(),
      }),
    ),
  }),
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

/** A headset on an acceptance sheet, as of now. */
export const acceptanceSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    cart: z.string().nullable(),
    place: z.int().nullable(),
    macAddress: z.string().nullable(),
    androidId: z.string().nullable(),
    brand: brandSchema.nullable(),
    model: z.string().nullable(),
    firmware: z.string().nullable(),
    apps: z.array(z.object({ name: z.string(), versionCode: z.number().nullable(), status: z.string() })),
    /** Package of the kiosk; null if there is none. */
    kiosk: z.string().nullable(),
    /** Whether the headset reports the kiosk as in effect; null if it reports nothing. */
    isKioskConfirmed: z.boolean().nullable(),
    /** In percent. */
    battery: z.number().nullable(),
    wifi: z.array(z.string()),
    /** Profile of its slot: applied in that version, or pending (`version` null), and why. */
    profile: z
      .object({
        id: z.string(),
        name: z.string(),
        version: z.int().nullable(),
        reason: z.string().nullable(),
        /** The application of the kiosk, if that is missing. */
        app: z.string().nullable(),
      })
      .nullable(),
    /** True if the headset has applied its newest settings, all contents are installed, and nothing differs. */
    isConfirmed: z.boolean(),
    /** The reason why it is not confirmed; `subject` names the content or the setting. */
    open: z.array(z.object({ code: z.enum(ACCEPTANCE_OPEN), subject: z.string().nullable() })),
    /** The work done by cable before enrolment; null if there was none. */
    cable: cableProofSchema.nullable(),
    enrolledAt: instantSchema.nullable(),
    lastHeartbeatAt: instantSchema.nullable(),
    /** Whether it is online now; if not, it was last seen at `lastHeartbeatAt`. */
    isOnline: z.boolean(),
  })
  .meta({ id: 'Acceptance' });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Creates an acceptance sheet: every headset with the proof that it is ready, as data and as CSV. */
export const createAcceptanceSheet = endpoint({
  ...common,
  method: 'POST',
  path: '/station/acceptance',
  summary: 'Get the acceptance sheet of a cart',
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS),
    technician: text(128).default(''),
  }),
  reply: csvSchema.extend({
    at: instantSchema,
    technician: z.string(),
    station: z.string(),
    items: z.array(acceptanceSchema),
    invalidIds: z.array(z.string()),
  }),
  errors: ['VALIDATION_FAILED'],
});
