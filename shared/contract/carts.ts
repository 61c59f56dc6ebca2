import { z } from 'zod';

import { MAX_BULK_IDS } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { errorDetailSchema } from './errors.ts';
import { instantSchema, nothing, text } from './primitives.ts';
import { brandSchema } from './reported.ts';
import { slotSchema } from './station.ts';

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
  summary: 'Give slots as CSV',
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional() }),
  reply: csvSchema,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Makes slots from CSV: a header line, then one slot a line; `label` is needed, `model`, `cart`, `shelf`, `place` and
 * `profile` (a name) may be there. Comma, semicolon or tab. All of them, or none: `faults` say which line is wrong and
 * what to do. With `check` nothing is made.
 */
export const importSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots/import',
  summary: 'Make slots from CSV',
  params: nothing,
  query: nothing,
  body: z.object({ csv: text(1_000_000, 1), check: z.boolean().default(false) }),
  reply: z.object({
    /** What was made; with `check` nothing. */
    items: z.array(slotSchema),
    /** Slots in the file. */
    count: z.int(),
    /** `path` is `line 3`. */
    faults: z.array(errorDetailSchema),
    /** Columns that mean nothing here. */
    ignored: z.array(z.string()),
  }),
  errors: ['VALIDATION_FAILED'],
});

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
    /** The headset has applied its newest settings, and all its contents are installed. */
    isConfirmed: z.boolean(),
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
  summary: 'Make the acceptance sheet of a cart',
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
