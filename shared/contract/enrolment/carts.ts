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

/** A file for a spreadsheet. */
const csvSchema = z.object({ fileName: z.string(), csv: z.string() });

/**
 * The slots of an organisation as CSV, or those named: label, model, cart, shelf, place, profile, enrolment token, id. What
 * a spreadsheet would run as a formula is quoted.
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

/** What may be wrong with a line of a file of slots. */
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
  /** What stands there, or what it clashes with. */
  value: z.string().nullable(),
});
export type SlotFault = z.infer<typeof slotFaultSchema>;

/**
 * Makes slots from CSV: a header line, then one slot a line; `label` is needed, `model`, `cart`, `shelf`, `place` and
 * `profile` (a name) may be there. Comma, semicolon or tab. All of them, or none: `faults` say which line is wrong and
 * what to do. With `check` nothing is made.
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
    /** What was made; with `check` nothing. */
    items: z.array(slotSchema),
    /** Slots in the file. */
    count: z.int(),
    /** `path` is `line 3`. */
    faults: z.array(slotFaultSchema),
    /** Columns that mean nothing here. */
    ignored: z.array(z.string()),
  }),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Two slots of which each stands where the other does: name, cart, shelf and place are exchanged at once. Settings, groups
 * and history stay with the headset. An archived record changes only with the one that replaced it.
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
 * Lets the headset of a slot go without its answer, because it is broken or lost: its token is void, and the slot waits for
 * another headset with its name, place, groups and settings. Where the old one is at hand, un-enrol it instead.
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
 * Which profile slots get: one without a headset as it enrols, one that has a headset at once. null takes off what waits.
 * `waits`: not given yet, `reason` says why where a headset is there; `given`: written, the headset has yet to confirm.
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

/** What is not as wanted on a headset, or not known to be. */
export const ACCEPTANCE_OPEN = [
  'NOT_ENROLLED',
  'NEVER_HEARD',
  'PROFILE_WAITS',
  'SETTINGS_NOT_APPLIED',
  'CONTENT_NOT_THERE',
  'CONTENT_FAILED',
  'NOT_IN_EFFECT',
] as const;

/** One headset of an acceptance sheet, as it stands now. */
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
    /** The package of the kiosk; null where there is none. */
    kiosk: z.string().nullable(),
    /** What the headset says of its kiosk; null where it says nothing. */
    isKioskConfirmed: z.boolean().nullable(),
    /** In percent. */
    battery: z.number().nullable(),
    wifi: z.array(z.string()),
    /** The profile of its slot: given in that version, or waiting (`version` null), and why. */
    profile: z
      .object({
        id: z.string(),
        name: z.string(),
        version: z.int().nullable(),
        reason: z.string().nullable(),
        /** The kiosk's application, where that is what is missing. */
        app: z.string().nullable(),
      })
      .nullable(),
    /** The headset has applied its newest settings, all its contents are installed, and nothing it says is otherwise. */
    isConfirmed: z.boolean(),
    /** Why it is not confirmed; `subject` names the content or the setting. */
    open: z.array(z.object({ code: z.enum(ACCEPTANCE_OPEN), subject: z.string().nullable() })),
    /** What the cable did before it enrolled; null where it was not prepared by cable. */
    cable: cableProofSchema.nullable(),
    enrolledAt: instantSchema.nullable(),
    lastHeartbeatAt: instantSchema.nullable(),
  })
  .meta({ id: 'Acceptance' });
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** What is handed over: every headset with what proves that it is ready, as data and as CSV. */
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
