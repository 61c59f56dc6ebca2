import { z } from 'zod';

import { authorSchema } from '../devices/authors.ts';
import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { errorDetailSchema } from '../errors.ts';
import { entityIdSchema } from '../ids.ts';
import { roomBasisSchema } from '../content/library-room.ts';
import { instantSchema, nothing, pageQuery, text } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import { settingsRowSchema } from './settings-rows.ts';
import { applicationSchema, settingsChangeSchema } from './settings.ts';

const common = {
  tag: 'configuration',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const planParams = z.object({ planId: entityIdSchema });

/** Where a plan comes from: settings, a profile (with settings on top of it), the undoing of a change, or a repair. */
export const planSourceSchema = z
  .object({
    kind: z.enum(['settings', 'profile', 'revert', 'repair']),
    profileId: z.string().nullable(),
    profileName: z.string().nullable(),
    profileVersion: z.int().nullable(),
    /** Of the change that is undone. */
    changeId: z.string().nullable(),
  })
  .meta({ id: 'PlanSource' });

/** Two entries that claim one package name for different Android binaries, side by side. */
export const planConflictSchema = z
  .object({ packageName: z.string(), applications: z.array(applicationSchema) })
  .meta({ id: 'PlanConflict' });

/** Headsets that the plan means the same for: of one model, with the same settings now. */
export const planGroupSchema = z
  .object({
    brand: brandSchema.nullable(),
    model: z.string().nullable(),
    devicesId: z.array(z.string()),
    /** `refused`: these cannot follow and are left out; `conflicts` and `faults` say why. */
    outcome: z.enum(['change', 'same', 'refused']),
    rows: z.array(settingsRowSchema),
    conflicts: z.array(planConflictSchema),
    faults: z.array(errorDetailSchema),
  })
  .meta({ id: 'PlanGroup' });
export type PlanGroup = z.infer<typeof planGroupSchema>;

/** What is special about a headset of a plan. */
const planDeviceSchema = z.object({
  id: z.string(),
  label: z.string().nullable(),
  /** Its place in `groups`. */
  group: z.int(),
  /** `offline` and `slot` get the change when they are next heard of. */
  reach: z.enum(['linked', 'heard', 'offline', 'slot']),
  lastHeartbeatAt: instantSchema.nullable(),
  /** Its settings were changed since the plan was made; applying is then refused. */
  isMoved: z.boolean(),
  /**
   * How much room it lacks for what comes from the library, in bytes, by what it last said is free and with what is still on
   * its way to it. Null where all of it fits, and where that is not known. Only of a plan that was not applied.
   */
  missingBytes: z.int().nullable(),
  /** What `missingBytes` stands on, as it was at `lastHeartbeatAt`; null where that is null. */
  room: roomBasisSchema.nullable(),
});

/**
 * How far a headset of a plan has come: `same` and `refused` get nothing, `queued` waits for its wave, `waiting` for the
 * headset, `sent` was written and told, `applying` the headset has taken over and loads contents; `confirmed` it has said
 * itself that all of it is so. `skipped`: offline and not waited for, or stopped before. `expired`: waited for in vain.
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

/** Why a headset failed or got nothing; `NOT_REPORTED`, of one that confirmed: it applied what its agent cannot report. */
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
      'DEVICE_GONE',
      'PACKAGE_NAME_CONFLICT',
      'INVALID_CONFIGURATION',
      'OFFLINE',
      'STOPPED',
    ]),
    /** In English. */
    message: z.string(),
    /** The setting or content that it is about. */
    subject: z.string().nullable(),
  })
  .meta({ id: 'PlanResultReason' });
export type ResultReason = z.infer<typeof resultReasonSchema>;

export const planResultSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    state: resultStateSchema,
    /** Counted from 1; null for those that get nothing. */
    wave: z.int().nullable(),
    reason: resultReasonSchema.nullable(),
    /** Of contents on their way, 0 to 1. */
    progress: z.number().nullable(),
    /** Until when it is waited for. */
    until: instantSchema.nullable(),
    /** How often it was sent. */
    attempts: z.int(),
    changedAt: instantSchema,
  })
  .meta({ id: 'PlanResult' });
export type PlanResult = z.infer<typeof planResultSchema>;

const countsSchema = z.record(resultStateSchema, z.int());
export type ResultCounts = z.infer<typeof countsSchema>;

/** A plan at work. */
export const planRunSchema = z
  .object({
    /** `paused`: waits for somebody to say go on; `stopped`: nothing more is sent until somebody does. */
    state: z.enum(['running', 'paused', 'stopped', 'done']),
    /** What brought it to stand. */
    stoppedBy: z.enum(['failures', 'person', 'wave']).nullable(),
    /** The wave under way, counted from 1. */
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

/** A plan without its particulars; also what the fleet's stream says when something moved. */
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
      /** Of those that change, out of reach now. */
      offline: z.int(),
    }),
    /** Null until it is applied. */
    run: planRunSchema.nullable(),
    /** The change in the history; null until something was written. */
    changeId: z.string().nullable(),
  })
  .meta({ id: 'PlanSummary' });
export type PlanSummary = z.infer<typeof planSummarySchema>;

export const planSchema = planSummarySchema
  .extend({
    groups: z.array(planGroupSchema),
    devices: z.array(planDeviceSchema),
    /** Ids that name no device of the caller. */
    invalidIds: z.array(z.string()),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof planSchema>;

/**
 * Works out what a configuration would change, headset by headset, and keeps it for 24 hours. Nothing is sent.
 * `settings` come on top of the profile; one of both is needed. What contradicts itself is no refusal of the request but
 * of the headsets that it is for.
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
    /** Absent: the newest. */
    profileVersion: z.int().min(1).optional(),
    /** Whether lists of applications, videos, files, packages and networks take the place of what is there or join it. */
    lists: z.enum(['replace', 'add']).default('replace'),
    /** Absent: made from what it changes. */
    title: text(128).optional(),
  }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** The same once more as of now: for a plan whose headsets were changed since. Not for undoing and repairing. */
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

/** Newest first; those that were applied are kept for 30 days. */
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

/** What it would change, as it was when it was made; `isMoved` and `run` are as of now. */
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

/** Forgets a plan that was not applied. */
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

/**
 * Sends a plan in waves: these many headsets, then the rest. The next wave goes out when every headset of the one before
 * has confirmed or failed, and not at all when more than `stopAtFailedPercent` of it failed. Refused (409) when a headset's
 * settings were changed since the plan was made: nothing is sent then.
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
    /** Who comes first: as they stand in the plan, or one of each model before all others. Linked ones before the rest. */
    order: z.enum(['asListed', 'oneOfEachModel']).default('asListed'),
    stopAtFailedPercent: z.int().min(0).max(100).default(20),
    /** Waves, counted from 1, after which somebody must say go on. */
    pauseAfter: z.array(z.int().min(1).max(21)).max(21).default([]),
    /** What becomes of headsets out of reach: they get it when they are back, or they are left out. */
    ifOffline: z.enum(['wait', 'skip']).default('wait'),
    /** Until when they are waited for; absent: 24 hours. */
    waitUntil: instantSchema.optional(),
    /** A headset that shows no progress for so long has failed. */
    confirmWithinSec: z.int().min(5).max(86_400).default(1_800),
  }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'INVALID_CONFIGURATION'],
});

/** How far each headset has come. The fleet's stream says `plan` and `planResults` when something moves. */
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

/** Sends the next wave of a plan that stands, whatever failed before. */
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
 * Lets a wave go on without headsets that were sent something and are out of reach since: they get it when they are back,
 * after the last wave. Refused (409) where none of those named holds the wave up.
 */
export const continuePlanWithout = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/continue-without',
  summary: 'Continue a plan without headsets that are offline',
  params: planParams,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS) }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Sends nothing more. What was sent stays and is followed to its end; who waits, waits no more. */
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
 * Sends it once more to headsets that failed, were skipped or waited for in vain: all of them, or those named. What they
 * reported of contents that failed is forgotten, so that they fetch these again.
 */
export const retryPlan = endpoint({
  ...common,
  method: 'POST',
  path: '/station/plans/{planId}/retry',
  summary: 'Retry failed headsets',
  params: planParams,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).optional() }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
