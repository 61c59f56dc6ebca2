import { z } from 'zod';

import { authorSchema } from '../devices/authors.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { errorDetailSchema } from '../errors.ts';
import { entityIdSchema } from '../ids.ts';
import { spaceBasisSchema } from '../content/library-space.ts';
import { instantSchema, nothing, pageQuery, text } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import { planSourceSchema } from './settings/plan-source.ts';
import { settingsRowSchema } from './settings/settings-rows.ts';
import { applicationSchema, settingsChangeSchema } from './settings/settings.ts';

const common = {
  tag: 'configuration',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const planParams = z.object({ planId: entityIdSchema });

/** Two entries that claim one package name for different Android binaries. */
export const planConflictSchema = z
  .object({ packageName: z.string(), applications: z.array(applicationSchema) })
  .meta({ id: 'PlanConflict' });

/** Headsets that change in the same way: one model with the same current settings. */
export const planGroupSchema = z
  .object({
    brand: brandSchema.nullable(),
    model: z.string().nullable(),
    devicesId: z.array(z.string()),
    /** `refused` headsets are skipped; `conflicts` and `faults` state why. */
    outcome: z.enum(['change', 'same', 'refused']),
    rows: z.array(settingsRowSchema),
    conflicts: z.array(planConflictSchema),
    faults: z.array(errorDetailSchema),
    /**
     * The Wi-Fi network through which these headsets are connected, if the change replaces it. `stays`: beside the new
     * ones, until each was seen on one of them; otherwise they may be lost.
     */
    network: z.object({ ssid: z.string(), stays: z.boolean() }).nullable(),
  })
  .meta({ id: 'PlanGroup' });
export type PlanGroup = z.infer<typeof planGroupSchema>;

/** What is particular to a headset of a plan. */
const planDeviceSchema = z.object({
  id: z.string(),
  label: z.string().nullable(),
  /** Index in `groups`. */
  group: z.int(),
  /** `offline` and `slot` receive the change at their next contact. */
  reach: z.enum(['linked', 'heard', 'offline', 'slot']),
  lastHeartbeatAt: instantSchema.nullable(),
  /** True if its settings changed since the plan was made; applying is then refused. */
  isMoved: z.boolean(),
  /**
   * Space that the headset lacks for contents from the library, in bytes, by its last report and with pending
   * downloads counted in. Null if there is enough, or if it is not known. Only for a plan that was not applied.
   */
  missingBytes: z.int().nullable(),
  /** Figures behind `missingBytes` as of `lastHeartbeatAt`; null if that is null. */
  room: spaceBasisSchema.nullable(),
});

/**
 * State of a headset in a rollout: `same` and `refused` receive nothing, `queued` is in a later wave, `waiting` is
 * offline, `sent` was written and notified, `applying` has accepted the change and downloads contents, `confirmed`
 * has reported that everything is in effect. `skipped`: offline and not waited for, or stopped before. `expired`: it
 * did not come back in time.
 */
export const RESULT_STATES = [
  'same',
  'refused',
  'queued',
  'waiting',
  'sent',
  'applying',
  'confirmed',
  'failed',
  'skipped',
  'expired',
] as const;
export const resultStateSchema = z.enum(RESULT_STATES);
export type ResultState = z.infer<typeof resultStateSchema>;

/** Why a headset failed or received nothing. `NOT_REPORTED` if confirmed: its agent cannot report what it applied. */
export const resultReasonSchema = z
  .object({
    code: z.enum([
      'CONTENT_FAILED',
      'APP_NOT_INSTALLED',
      'NOT_IN_EFFECT',
      'NOT_CONFIRMED',
      'NOT_REPORTED',
      'MOVED',
      'REPLACED',
      'REPLACED_BY',
      'UNDONE',
      'DEVICE_GONE',
      'PACKAGE_NAME_CONFLICT',
      'INVALID_CONFIGURATION',
      'OFFLINE',
      'STOPPED',
    ]),
    /** In English. */
    message: z.string(),
    /** The setting or content. */
    subject: z.string().nullable(),
  })
  .meta({ id: 'PlanResultReason' });
export type ResultReason = z.infer<typeof resultReasonSchema>;

export const planResultSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    state: resultStateSchema,
    /** Counted from 1; null for headsets that receive nothing. */
    wave: z.int().nullable(),
    reason: resultReasonSchema.nullable(),
    /** Progress of its downloads, 0 to 1. */
    progress: z.number().nullable(),
    /** Until when the station waits for the headset. */
    until: instantSchema.nullable(),
    /** How often it was sent. */
    attempts: z.int(),
    changedAt: instantSchema,
  })
  .meta({ id: 'PlanResult' });
export type PlanResult = z.infer<typeof planResultSchema>;

const countsSchema = z.record(resultStateSchema, z.int());
export type ResultCounts = z.infer<typeof countsSchema>;

/** The rollout of a plan. */
export const planRunSchema = z
  .object({
    /** `paused` waits for a person to resume it; `stopped` sends nothing until a person retries. */
    state: z.enum(['running', 'paused', 'stopped', 'done']),
    /** Why it is not running. */
    stoppedBy: z.enum(['failures', 'person', 'wave']).nullable(),
    /** The current wave, counted from 1. */
    wave: z.int(),
    waves: z.array(
      z.object({
        number: z.int(),
        size: z.int(),
        state: z.enum(['queued', 'running', 'done', 'stopped']),
        confirmed: z.int(),
        failed: z.int(),
      }),
    ),
    stopAtFailedPercent: z.int(),
    waitUntil: instantSchema.nullable(),
    confirmWithinSec: z.int(),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    counts: countsSchema,
  })
  .meta({ id: 'PlanRun' });
export type PlanRun = z.infer<typeof planRunSchema>;

/** A plan without its rows; also published on the fleet’s stream when something changes. */
export const planSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    source: planSourceSchema,
    createdAt: instantSchema,
    author: authorSchema,
    counts: z.object({
      devices: z.int(),
      change: z.int(),
      same: z.int(),
      refused: z.int(),
      /** Headsets that change and are offline now. */
      offline: z.int(),
    }),
    /** Null until it is applied. */
    run: planRunSchema.nullable(),
    /** The change in the history; null until something was written. */
    changeId: z.string().nullable(),
    /** The change that undid it; null if it was not undone. */
    undoneBy: z.string().nullable(),
  })
  .meta({ id: 'PlanSummary' });
export type PlanSummary = z.infer<typeof planSummarySchema>;

export const planSchema = planSummarySchema
  .extend({
    groups: z.array(planGroupSchema),
    devices: z.array(planDeviceSchema),
    /** Ids that match no device of the caller. */
    invalidIds: z.array(z.string()),
    /** Wi-Fi networks that are replaced, each with how many headsets are connected through it. */
    replacedNetworks: z.array(z.object({ ssid: z.string(), devices: z.int(), stays: z.boolean() })),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof planSchema>;

/**
 * Computes what a configuration would change on each headset, and stores the plan for 24 hours; nothing is sent.
 * `settings` apply on top of the profile; one is required. Contradictory settings refuse their headsets only.
 */
export const createPlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans',
  summary: 'Preview a change of settings',
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS),
    settings: settingsChangeSchema.optional(),
    profileId: entityIdSchema.optional(),
    /** Absent: the newest version. */
    profileVersion: z.int().min(1).optional(),
    /** Whether lists (applications, videos, files, packages, networks) replace the current entries or add to them. */
    lists: z.enum(['replace', 'add']).default('replace'),
    /** Absent: derived from what it changes. */
    title: text(128).optional(),
  }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Computes the plan again as of now, for a plan whose headsets changed since. Not for undoing and repairing. */
export const renewPlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/renew',
  summary: 'Update a preview',
  params: planParams,
  query: nothing,
  body: nothing,
  reply: planSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** Lists plans, newest first. Applied plans are retained for 30 days. */
export const listPlans = endpoint({
  ...common,
  method: 'GET',
  path: '/station/plans',
  summary: 'List previews and rollouts',
  role: 'viewer',
  params: nothing,
  query: z.object(pageQuery),
  body: nothing,
  reply: z.object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    items: z.array(planSummarySchema),
  }),
  errors: ['VALIDATION_FAILED'],
});

/** Returns what the plan would change, as computed when it was made; `isMoved` and `run` are current. */
export const getPlan = endpoint({
  ...common,
  method: 'GET',
  path: '/station/plans/{planId}',
  summary: 'Get a preview or rollout',
  role: 'viewer',
  params: planParams,
  query: nothing,
  body: nothing,
  reply: planSchema,
  errors: ['NOT_FOUND'],
});

/** Deletes a plan that was not applied. */
export const deletePlan = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/plans/{planId}',
  summary: 'Delete a preview',
  params: planParams,
  query: nothing,
  body: nothing,
  reply: z.object({ id: z.string(), success: z.literal(true) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

const waveSize = z.int().min(1).max(MAX_BULK_IDS);
const someIds = z.array(z.string()).max(MAX_BULK_IDS);

/**
 * Sends a plan in waves of the given sizes, then the rest. The next wave starts once every headset of the last one
 * has confirmed or failed, unless more than `stopAtFailedPercent` of it failed. Refused (409) if a headset's settings
 * changed since the plan was made: nothing is sent then.
 */
export const applyPlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/apply',
  summary: 'Apply a preview in waves',
  params: planParams,
  query: nothing,
  body: z.object({
    /** Sizes of the first waves; the rest follow in one. Empty: all at once. */
    waves: z.array(waveSize).max(20).default([1, 5]),
    /** Order of the headsets: as listed, or one of each model first. Online headsets come before the others. */
    order: z.enum(['asListed', 'oneOfEachModel']).default('asListed'),
    stopAtFailedPercent: z.int().min(0).max(100).default(20),
    /** Waves, counted from 1, after which the rollout pauses until a person resumes it. */
    pauseAfter: z.array(z.int().min(1).max(21)).max(21).default([]),
    /** Whether offline headsets receive it when they are back, or are skipped. */
    ifOffline: z.enum(['wait', 'skip']).default('wait'),
    /** Until when the station waits for offline headsets; absent: 24 hours. */
    waitUntil: instantSchema.optional(),
    /** Time without progress after which a headset has failed, in seconds. */
    confirmWithinSec: z.int().min(5).max(86_400).default(1_800),
  }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Returns the state of each headset. The fleet's stream publishes `plan` and `planResults` when something changes. */
export const getPlanResults = endpoint({
  ...common,
  method: 'GET',
  path: '/station/plans/{planId}/results',
  summary: 'List the results of a rollout by headset',
  role: 'viewer',
  params: planParams,
  query: nothing,
  body: nothing,
  reply: z.object({ plan: planSummarySchema, results: z.array(planResultSchema) }),
  errors: ['NOT_FOUND'],
});

/** Resumes a paused rollout with its next wave, whatever failed before. */
export const continuePlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/continue',
  summary: 'Resume a stopped rollout',
  params: planParams,
  query: nothing,
  body: nothing,
  reply: planSummarySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/**
 * Finishes a wave without headsets that went offline after they were sent the change: they receive it last. Those of
 * `instead` move up from later waves. Refused (409) if none holds the wave up, or one of `instead` is not pending there.
 */
export const continuePlanWithout = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/continue-without',
  summary: 'Continue a plan without headsets that are offline',
  params: planParams,
  query: nothing,
  body: z.object({ devicesId: someIds.min(1), instead: someIds.default([]) }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Stops a rollout. Headsets that were sent the change are followed to the end; pending ones no longer wait. */
export const stopPlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/stop',
  summary: 'Stop a rollout',
  params: planParams,
  query: nothing,
  body: nothing,
  reply: planSummarySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/**
 * Sends the change again to headsets that failed, were skipped or expired: all of them, or those named. Reports of
 * failed contents are discarded, so that they are downloaded again.
 */
export const retryPlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/retry',
  summary: 'Retry failed headsets',
  params: planParams,
  query: nothing,
  body: z.object({ devicesId: someIds.min(1).optional() }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
