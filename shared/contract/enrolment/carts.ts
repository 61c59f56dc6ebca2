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

/** A CSV file for a spreadsheet. */
const csvSchema = z.object({ fileName: z.string(), csv: z.string() });

/**
 * Exports the slots of an organisation as CSV, or those named: label, model, cart, shelf, place, profile, enrolment
 * token, id. Values that a spreadsheet would run as a formula are quoted.
 */
export const exportSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/export',
  summary: 'Export slots as CSV',
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional() }),
  reply: csvSchema,
  errors: ['VALIDATION_FAILED'],
});

/** Possible faults of a line of a slot file. */
export const SLOT_FAULTS = [
  'NO_LABEL_COLUMN',
  'LABEL_MISSING',
  'LABEL_BAD',
  'LABEL_TWICE',
  'LABEL_TAKEN',
  'NOT_A_NUMBER',
  'PLACE_TWICE',
  'TOO_LONG',
  'NO_PROFILE',
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

/**
 * Creates slots from CSV: a header line, then one slot per line. `label` is required; `model`, `cart`, `shelf`,
 * `place` and `profile` (a name) are optional. Separated by comma, semicolon or tab. All or none: `faults` list each
 * wrong line and what to do. With `check` nothing is created.
 */
export const importSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/import',
  summary: 'Import slots from CSV',
  params: nothing,
  query: nothing,
  body: z.object({ csv: text(1_000_000, 1), check: z.boolean().default(false) }),
  reply: z.object({
    /** Slots that were created; none with `check`. */
    items: z.array(slotSchema),
    /** Slots in the file. */
    count: z.int(),
    /** `path` is `line 3`. */
    faults: z.array(slotFaultSchema),
    /** Columns that the station does not know. */
    ignored: z.array(z.string()),
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
