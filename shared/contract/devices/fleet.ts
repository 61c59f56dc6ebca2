import { z } from 'zod';

import { classRunSchema } from '../classroom/class-run.ts';
import { driftFieldSchema } from '../configuration/drift.ts';
import { stream } from '../endpoint.ts';
import { downloadSchema } from '../content/library-serving.ts';
import { planResultSchema, planSummarySchema } from '../configuration/plans.ts';
import { instantSchema, nothing, textBoolean } from '../primitives.ts';
import { brandSchema } from './reported.ts';
import { syncSchema } from '../sync/sync.ts';
import { viewSchema } from '../commands/views.ts';
import { unconfirmedSchema } from './unconfirmed.ts';

/** A headset as a person sees it in a wall or a list: everything that a tile shows and that its state is computed from. */
export const headsetSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    androidId: z.string().nullable(),
    isArchived: z.boolean(),
    replacedBy: z.string().nullable(),
    model: z.string().nullable(),
    brand: brandSchema.nullable(),
    /** True while the headset holds its link to this station. */
    isLinked: z.boolean(),
    /** When it lost its link; null while it holds one, and where it held none since the station started. */
    linkEndedAt: instantSchema.nullable(),
    lastHeartbeatAt: instantSchema.nullable(),
    enrolledAt: instantSchema.nullable(),
    /** Since when it is to be un-enrolled and has not confirmed it. */
    unenrollingSince: instantSchema.nullable(),
    /** `level` in percent. */
    battery: z.object({ level: z.number().nullable(), isCharging: z.boolean().nullable() }).nullable(),
    /** The fixed volumes together, in bytes. */
    storage: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    worn: z.boolean().nullable(),
    /** Package in front, from the last `APP_STARTED` that no `APP_STOPPED` followed. */
    runningPackage: z.string().nullable(),
    /** The download under way or, failing that, the one that failed. `progress` 0 to 1. */
    download: z.object({ fileName: z.string(), progress: z.number(), isFailed: z.boolean() }).nullable(),
    settingsRevision: z.int(),
    /** The revision that the headset itself says it has applied. */
    appliedRevision: z.int().nullable(),
    cart: z.object({ id: z.string(), label: z.string() }).nullable(),
    /** Where it stands on its cart, counted from 1. */
    shelf: z.int().nullable(),
    place: z.int().nullable(),
    isPractice: z.boolean(),
    /** Where it reports other than wanted after it had confirmed: how much, and the first of it. */
    drift: z.object({ count: z.int(), since: instantSchema, first: driftFieldSchema }).nullable(),
    /** Of what is wanted, the worst that it has not confirmed, as of its last news of that; null: it confirmed everything. */
    unconfirmed: unconfirmedSchema.nullable(),
    /** The profile that it gets as it enrols; null once it has. */
    profileId: z.string().nullable(),
  })
  .meta({ id: 'Headset' });
export type Headset = z.infer<typeof headsetSchema>;

/** Whether headsets may enrol by typed code now, and what was tried. */
export const enrolmentStatusSchema = z.object({
  isOpen: z.boolean(),
  /** Wrong codes within the last 15 minutes; at 40 enrolment by code closes. */
  wrongCodes: z.int(),
  lastWrongAt: instantSchema.nullable(),
});
export type EnrolmentStatus = z.infer<typeof enrolmentStatusSchema>;

/**
 * The whole fleet of the caller's organisation on one connection.
 * With `snapshot=true` the current headsets come first (`headsets`, several of them), then `live`, then every change as it happens.
 */
export const fleetUpdates = stream({
  method: 'GET',
  path: '/station/updates',
  summary: 'Follow the whole fleet on one connection',
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  params: nothing,
  query: z.object({
    snapshot: textBoolean.optional(),
    /** Also what the streams of the single devices say, of all that the token reaches, as `update`. */
    devices: textBoolean.optional(),
  }),
  events: {
    hello: z.object({
      serverTime: instantSchema,
      enrolment: enrolmentStatusSchema,
      /** There where `devices` was asked for. */
      devices: z.literal(true).optional(),
    }),
    /** An event of the stream of one device. */
    update: z.object({ id: z.string(), name: z.string(), data: z.unknown() }),
    headsets: z.object({ items: z.array(headsetSchema), total: z.int() }),
    live: nothing,
    device: headsetSchema.partial().required({ id: true }),
    removed: z.object({ id: z.string() }),
    enrolment: enrolmentStatusSchema,
    /** A content on its way from this station; at most one a second for a headset. */
    download: downloadSchema,
    /** How sync with the central stands now, with its figures. */
    sync: syncSchema,
    /** A plan moved: applied, next wave, stopped, done. */
    plan: planSummarySchema,
    /** Headsets of a plan that came further. */
    planResults: z.object({ planId: z.string(), items: z.array(planResultSchema) }),
    /** A group was made, changed or removed: read it again. */
    group: z.object({ id: z.string(), isRemoved: z.boolean() }),
    /** An order to the class came further: `results` holds those headsets that did. */
    classRun: classRunSchema,
    /** A view of a headset on some board changed: another picture, or why there is none. */
    view: viewSchema,
    resync: nothing,
  },
  errors: ['VALIDATION_FAILED'],
});
export type FleetChange = z.infer<(typeof fleetUpdates)['events']['device']>;
