import { z } from 'zod';

import { MAX_BULK_IDS } from '../devices/devices.ts';
import { diskSchema, syncSummarySchema, warningSchema } from './diagnostics.ts';
import { endpoint } from '../endpoint.ts';
import { errorBodySchema } from '../errors.ts';
import { entityIdSchema } from '../ids.ts';
import { nothing, instantSchema, text, timeZoneSchema, nameText } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** Answers as long as the service runs. */
export const getHealth = endpoint({
  ...common,
  access: 'public',
  reach: 'anywhere',
  method: 'GET',
  path: '/healthz',
  summary: 'Check that the service is running',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ status: z.literal('ok') }),
  errors: [],
});

const organisationSchema = z
  .object({ id: z.string(), name: z.string(), timeZone: z.string() })
  .meta({ id: 'Organisation' });

/** Name of a station before it is given one; the interface translates it. */
export const DEFAULT_NAME = 'This station';

/**
 * Changes the caller's organisation; an absent field stays unchanged. A new time zone also applies to statistics of
 * past days.
 */
export const changeEnterprise = endpoint({
  ...common,
  method: 'PATCH',
  path: '/station/enterprise',
  summary: 'Rename the organisation or change its time zone',
  params: nothing,
  query: nothing,
  body: z.object({ name: nameText(128, 1).optional(), timeZone: timeZoneSchema.optional() }),
  reply: organisationSchema,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Answers why the location of the data folder changed: without a name it was moved, and this is the only one; with a
 * name it is a copy of a folder that is still in use, and this station gets that name.
 */
export const settleCopy = endpoint({
  ...common,
  method: 'POST',
  path: '/station/copy',
  summary: 'Confirm that the data folder was moved, or that it is a copy',
  params: nothing,
  query: nothing,
  body: z.object({ name: nameText(128, 1).optional() }),
  reply: organisationSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** The facts about this station. No secrets. */
export const getStation = endpoint({
  ...common,
  access: ['enterprise', 'device'],
  reach: 'anywhere',
  method: 'GET',
  path: '/station',
  summary: 'Describe the station',
  role: 'viewer',
  servesCarts: true,
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z
    .object({
      name: z.string(),
      version: z.string(),
      role: z.enum(['station', 'central']),
      /** Days, including those of the statistics, are the days of `timeZone` (IANA). */
      enterprise: organisationSchema,
      /** URLs at which it listens; loopback first. */
      addresses: z.array(z.string()),
      /** Fingerprint of the LAN listener's key; null without a LAN listener. */
      tlsFingerprint: z.string().nullable(),
      sync: syncSummarySchema,
      startedAt: instantSchema,
      /** Changes when the store is restored from a backup or copied elsewhere. */
      epoch: z.string(),
      /** Null for headsets. */
      disk: diskSchema.nullable(),
      /** Problems that need attention; empty for headsets. */
      warnings: z.array(warningSchema),
    })
    .meta({ id: 'Station' }),
  errors: [],
});

/** The cart that new slots belong to; stored as the reserved `group` of the `muster` metadata namespace. */
export const cartSchema = z
  .object({ id: text(64, 1).optional(), label: nameText(128, 1), shelves: z.int().min(1).max(50).optional() })
  .meta({ id: 'Cart' });

export const slotSchema = z
  .object({ id: z.string(), label: z.string(), enrollmentToken: z.string() })
  .meta({ id: 'Slot' });

/** Creates slots named prefix + number, e.g. `A-` from 1 with `pad` 2. All of them, or none. */
export const createSlots = endpoint({
  ...common,
  method: 'POST',
  path: '/station/slots',
  summary: 'Create slots',
  params: nothing,
  query: nothing,
  body: z.object({
    count: z.int().min(1).max(500),
    labelPrefix: nameText(64),
    start: z.int().min(0).max(999_999).default(1),
    pad: z.int().min(1).max(6).default(2),
    type: text(128, 1).nullish(),
    cart: cartSchema.optional(),
    /** The profile that is applied when each headset enrols, in its newest version at that time. */
    profileId: entityIdSchema.optional(),
  }),
  reply: z.object({ items: z.array(slotSchema) }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** A live code, or the reason why there is none. */
export const slotCodeSchema = z
  .object({
    id: z.string(),
    code: z.int().optional(),
    expiresAt: instantSchema.optional(),
    error: errorBodySchema.pick({ code: true, message: true }).optional(),
    /** False if too many newer codes are live for this one to pair; request it again later. */
    canPair: z.boolean().optional(),
  })
  .meta({ id: 'SlotCode' });
export type SlotCode = z.infer<typeof slotCodeSchema>;

/**
 * Returns live codes for many slots, in the order of the request. Reopens enrolment by code after too many wrong
 * codes.
 */
export const createCodes = endpoint({
  ...common,
  method: 'POST',
  path: '/station/codes',
  summary: 'Get the enrolment codes of many slots',
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS),
    /** True to create a new code even if one is live; the old one is void. */
    renew: z.boolean().default(false),
    /**
     * The profile that is applied when each headset enrols; null removes it from these slots, absent leaves it
     * unchanged.
     */
    profileId: entityIdSchema.nullish(),
  }),
  reply: z.array(slotCodeSchema),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** The practice cart: simulated headsets that enrol by code at this station. */
export const practiceSchema = z
  .object({
    isRunning: z.boolean(),
    cart: z.object({ id: z.string(), label: z.string() }).nullable(),
    count: z.int(),
  })
  .meta({ id: 'Practice' });

export const getPractice = endpoint({
  ...common,
  method: 'GET',
  path: '/station/practice',
  summary: 'Get the status of the practice cart',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: practiceSchema,
  errors: [],
});

/** Creates a cart of slots and starts as many simulated headsets, which type its codes one after the other. */
export const startPractice = endpoint({
  ...common,
  method: 'POST',
  path: '/station/practice',
  summary: 'Start a practice cart',
  params: nothing,
  query: nothing,
  body: z.object({
    count: z.int().min(1).max(60).default(30),
    label: nameText(128, 1).default('Practice cart'),
    labelPrefix: nameText(64).default('P-'),
    /** Time between two typed codes, in ms. */
    paceMs: z.int().min(0).max(60_000).default(1_500),
  }),
  reply: practiceSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Stops the simulated headsets and deletes their records. */
export const stopPractice = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/practice',
  summary: 'Remove the practice cart',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: practiceSchema,
  errors: [],
});
