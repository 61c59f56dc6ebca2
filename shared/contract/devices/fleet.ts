import { z } from 'zod';

import { classRunSchema } from '../classroom/class-run.ts';
import { driftFieldSchema } from '../configuration/drift.ts';
import { stream } from '../endpoint.ts';
import { downloadSchema } from '../content/library-serving.ts';
import { planResultSchema, planSummarySchema } from '../configuration/plans/plans.ts';
import { instantSchema, nothing, textBoolean } from '../primitives.ts';
import { brandSchema } from './reported.ts';
import { syncSchema } from '../sync/sync.ts';
import { viewSchema } from '../commands/views.ts';
import { unconfirmedSchema } from './unconfirmed.ts';
import * as field from '../fields.ts';

/**
 * How a headset that the station manages over adb is connected. `plugIn`: it is on the network, but no longer accepts
 * adb there, as after a restart; `unauthorized`: it no longer allows this computer; `reset`: the same hardware has
 * another identity; `elsewhere`: another station manages it; `asleep`: it slept when it was seen last, and does not answer
 * on the Wi-Fi; `silent`: it is connected and does not answer; `unwritable`: it takes no file, so it cannot be marked as
 * this station's.
 */
export const ADB_CONNECTIONS = [
  'usb',
  'wifi',
  'none',
  'plugIn',
  'unauthorized',
  'reset',
  'elsewhere',
  'asleep',
  'silent',
  'unwritable',
] as const;
export type AdbConnectionState = (typeof ADB_CONNECTIONS)[number];

/** A headset that the station itself manages over adb, because it has no agent of its own. */
export const overAdbSchema = z
  .object({
    connection: z
      .enum(ADB_CONNECTIONS)
      .describe(
        '`plugIn`: on the network, but it no longer accepts adb there; `unauthorized`: it no longer allows this computer; `reset`: it has another identity; `elsewhere`: another station manages it.',
      ),
    wifi: z
      .enum(['open', 'blocked', 'closing', 'closed'])
      .describe(
        'Whether it accepts adb over the Wi-Fi; `closing`: it is told with its next connection, or has not confirmed it; `blocked`: it does, and the network does not let this computer reach it.',
      ),
    heldBy: z
      .string()
      .optional()
      .describe('Name of the computer of the station that manages it, with `elsewhere`.'),
  })
  .meta({ id: 'OverAdb', description: 'How the station manages a headset over adb.' });
export type OverAdb = z.output<typeof overAdbSchema>;

/** A reported value that cannot be true: its path in the heartbeat, and the value as the beginning of JSON. */
export const impossibleValueSchema = z.object({ path: field.path, value: z.string().describe('The value.') });

/** A headset as shown on a wall or in a list: everything that its tile shows and its state is computed from. */
export const headsetSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    androidId: z.string().nullable(),
    isArchived: z.boolean(),
    replacedBy: z.string().nullable(),
    model: z.string().nullable(),
    brand: brandSchema.nullable(),
    /** True while the headset is connected to this station. */
    isLinked: z.boolean(),
    /**
     * When it lost its connection; null while connected, and if it has not been connected since the station started.
     */
    linkEndedAt: instantSchema.nullable(),
    lastHeartbeatAt: instantSchema.nullable(),
    enrolledAt: instantSchema.nullable(),
    /** Since when un-enrolment awaits confirmation. */
    unenrollingSince: instantSchema.nullable(),
    /** `level` in percent. */
    battery: z.object({ level: z.number().nullable(), isCharging: z.boolean().nullable() }).nullable(),
    /** The fixed volumes together, in bytes. */
    storage: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    worn: z.boolean().nullable(),
    /** Package in the foreground, from the last `APP_STARTED` without an `APP_STOPPED`. */
    runningPackage: z.string().nullable(),
    /** Values of its last reports that cannot be true and were left out; empty for none. */
    impossible: z.array(impossibleValueSchema),
    /** The download in progress or, if there is none, the one that failed. `progress` 0 to 1. */
    download: z.object({ fileName: z.string(), progress: z.number(), isFailed: z.boolean() }).nullable(),
    settingsRevision: z.int(),
    /** The revision that the headset reports as applied. */
    appliedRevision: z.int().nullable(),
    cart: z.object({ id: z.string(), label: z.string() }).nullable(),
    /** Shelf of its cart, counted from 1. */
    shelf: z.int().nullable(),
    place: z.int().nullable(),
    /** The MAC address that it reports; null before it did. */
    macAddress: z.string().nullable(),
    /** The headset that an asset list puts in this slot; null for none. */
    asset: z.object({ macAddress: z.string().nullable(), serial: z.string().nullable() }).nullable(),
    isPractice: z.boolean(),
    /** How many settings drifted, since when, and the first of them. */
    drift: z.object({ count: z.int(), since: instantSchema, first: driftFieldSchema }).nullable(),
    /**
     * The most important setting or content that it has not confirmed, by its last report; null if everything is
     * confirmed.
     */
    unconfirmed: unconfirmedSchema.nullable(),
    /** A change that a rollout has queued for it, and until when it waits for the headset; null for none. */
    pendingChange: z.object({ planId: z.string(), until: instantSchema.nullable() }).nullable(),
    /** The profile that is applied when it enrols; null once it was. */
    profileId: z.string().nullable(),
    /** How the station manages it over adb; null: it does not. */
    overAdb: overAdbSchema.nullable(),
  })
  .meta({ id: 'Headset' });
export type Headset = z.infer<typeof headsetSchema>;

/** Whether enrolment by code is open, and the attempts so far. */
export const enrolmentStatusSchema = z.object({
  isOpen: z.boolean(),
  /** Wrong codes within the last 15 minutes; 40 of them close enrolment by code. */
  wrongCodes: z.int(),
  lastWrongAt: instantSchema.nullable(),
});
export type EnrolmentStatus = z.infer<typeof enrolmentStatusSchema>;

/**
 * Streams the whole fleet of the caller's organisation on one connection. With `snapshot=true` the current headsets
 * come first (`headsets`, several of them), then `live`, then every change as it happens.
 */
export const fleetUpdates = stream({
  method: 'GET',
  path: '/station/updates',
  summary: 'Follow the whole fleet on one connection',
  servesPartners: true,
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  servesCarts: true,
  query: z.object({
    snapshot: textBoolean.optional(),
    /** Also includes the streams of single devices, of all that the token reaches, as `update`. */
    devices: textBoolean.optional(),
  }),
  events: {
    hello: z.object({
      serverTime: instantSchema,
      enrolment: enrolmentStatusSchema,
      /** Present if `devices` was requested. */
      devices: z.literal(true).optional(),
    }),
    /** An event of the stream of one device. */
    update: z.object({ id: z.string(), name: z.string(), data: z.unknown() }),
    headsets: z.object({ items: z.array(headsetSchema), total: z.int() }),
    live: nothing,
    device: headsetSchema.partial().required({ id: true }),
    removed: z.object({ id: z.string() }),
    enrolment: enrolmentStatusSchema,
    /** A download from this station; at most one per second and headset. */
    download: downloadSchema,
    /** State of sync with the central, with its figures. */
    sync: syncSchema,
    /** A plan changed: applied, next wave, stopped, done. */
    plan: planSummarySchema,
    /** New results of headsets of a plan. */
    planResults: z.object({ planId: z.string(), items: z.array(planResultSchema) }),
    /** The apps or videos on a headset changed: read them again. */
    contents: z.object({ id: z.string() }),
    /** A group was created, changed or removed: read it again. */
    group: z.object({ id: z.string(), isRemoved: z.boolean() }),
    /** An action for a class has new results: `results` has the headsets that changed. */
    classRun: classRunSchema,
    /** The view of a headset on a board changed: a new picture, or why there is none. */
    view: viewSchema,
    resync: nothing,
  },
  errors: ['VALIDATION_FAILED'],
});
export type FleetChange = z.infer<(typeof fleetUpdates)['events']['device']>;
