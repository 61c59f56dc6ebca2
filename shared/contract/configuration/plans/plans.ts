import { z } from 'zod';

import { authorSchema } from '../../devices/authors.ts';
import { MAX_BULK_IDS } from '../../devices/devices.ts';
import { endpoint } from '../../endpoint.ts';
import { errorDetailSchema } from '../../errors.ts';
import { entityIdSchema } from '../../ids.ts';
import { spaceBasisSchema } from '../../content/library-space.ts';
import {
  instantSchema,
  pageQuery,
  text,
  nullableInt,
  nullableString,
  nullableNumber,
} from '../../primitives.ts';
import { brandSchema } from '../../devices/reported.ts';
import { planSourceSchema } from '../settings/plan-source.ts';
import { settingsRowSchema } from '../settings/settings-rows.ts';
import { settingsChangeSchema } from '../settings/settings.ts';
import { applicationSchema } from '../settings/settings-entries.ts';
import * as field from '../../fields.ts';
export const planParams = z.object({ planId: entityIdSchema });

const stays = z
  .boolean()
  .describe(
    'True if the network stays beside the new ones until each headset was seen on one of these; false if they may lose their connection.',
  );

export const planConflictSchema = z
  .object({
    packageName: field.packageName,
    applications: z.array(applicationSchema).describe('Assigned applications.'),
  })
  .meta({
    id: 'PlanConflict',
    description: 'A package name that is assigned to more than one Android binary.',
  });

export const planGroupSchema = z
  .object({
    brand: brandSchema.nullable().describe('Manufacturer, detected from the model; null if unknown.'),
    model: field.model,
    devicesId: field.devicesId,
    outcome: z
      .enum(['change', 'same', 'refused'])
      .describe('What the plan does to the group; `refused` headsets are skipped.'),
    rows: z.array(settingsRowSchema).describe('What changes, setting by setting.'),
    conflicts: z
      .array(planConflictSchema)
      .describe('Package names that are assigned to more than one Android binary.'),
    faults: z.array(errorDetailSchema).describe('What is wrong, with the path of each fault.'),
    network: z
      .object({
        ssid: z.string().describe('Name of the Wi-Fi network.'),
        stays,
      })
      .nullable()
      .describe(
        'The Wi-Fi network through which these headsets are connected, if the change replaces it; null if it does not, or if they do not say. `stays`: beside the new ones, until each headset was seen on one of them; otherwise they may be lost.',
      ),
  })
  .meta({
    id: 'PlanGroup',
    description: 'Headsets that change in the same way: one model with the same current settings.',
  });
export type PlanGroup = z.infer<typeof planGroupSchema>;

/** What is particular to a headset of a plan. */
const planDeviceSchema = z.object({
  id: field.id,
  label: field.label,
  group: z.int().describe('Index in `groups`.'),
  reach: z
    .enum(['linked', 'heard', 'offline', 'slot'])
    .describe('Connection now; `offline` and `slot` receive the change later.'),
  lastHeartbeatAt: field.lastHeartbeatAt,
  isMoved: z.boolean().describe('True if the settings changed since the plan was made; applying is refused.'),
  missingBytes: nullableInt.describe(
    'Space that the headset lacks for contents from the library, in bytes, by its last report and with pending downloads counted in; null if there is enough, if it is not known, or for a plan that was applied.',
  ),
  room: spaceBasisSchema.nullable().describe('How `missingBytes` was computed; null if that is null.'),
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
    code: z
      .enum([
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
      ])
      .describe('Stable code of the reason.'),
    message: field.message,
    subject: nullableString.describe('The setting or content it is about; null if none.'),
  })
  .meta({ id: 'PlanResultReason', description: 'Why a headset failed or received nothing.' });
export type ResultReason = z.infer<typeof resultReasonSchema>;

export const planResultSchema = z
  .object({
    id: field.id,
    label: field.label,
    state: resultStateSchema.describe(
      '`queued`: in a later wave; `waiting`: offline; `sent`: written; `applying`: accepted by the headset; `confirmed`: reported in effect; `skipped`: not sent; `expired`: the headset did not come back in time.',
    ),
    wave: nullableInt.describe('Number of the wave, counted from 1; null for headsets that receive nothing.'),
    reason: resultReasonSchema.nullable().describe('Why; null if there is nothing to explain.'),
    progress: nullableNumber.describe('Progress of its downloads, 0 to 1; null if none.'),
    until: instantSchema
      .nullable()
      .describe('Until when the station waits for the headset; null if it does not.'),
    attempts: z.int().describe('How often it was sent.'),
    changedAt: instantSchema.describe('When the state last changed.'),
  })
  .meta({ id: 'PlanResult', description: 'How far the rollout has come on one headset.' });
export type PlanResult = z.infer<typeof planResultSchema>;

const countsSchema = z.record(resultStateSchema, z.int());
export type ResultCounts = z.infer<typeof countsSchema>;

export const planRunSchema = z
  .object({
    state: z
      .enum(['running', 'paused', 'stopped', 'done'])
      .describe(
        '`paused` waits for a person to resume it; `stopped` sends nothing more until a person retries.',
      ),
    stoppedBy: z
      .enum(['failures', 'person', 'wave'])
      .nullable()
      .describe('Why the rollout is not running; null while it runs.'),
    wave: z.int().describe('Number of the wave, counted from 1; null for headsets that receive nothing.'),
    waves: z
      .array(
        z.object({
          number: z.int().describe('Number of the wave, counted from 1.'),
          size: z.int().describe('Headsets in the wave.'),
          state: z.enum(['queued', 'running', 'done', 'stopped']).describe('State of the wave.'),
          confirmed: z.int().describe('Headsets that reported that everything is in effect.'),
          failed: field.failed,
        }),
      )
      .describe('Waves in order.'),
    stopAtFailedPercent: z
      .int()
      .describe('Share of failed headsets in a wave, in percent, above which the rollout stops.'),
    waitUntil: instantSchema
      .nullable()
      .describe('Until when offline headsets are pending; null for no limit.'),
    confirmWithinSec: z
      .int()
      .describe('Time without progress after which a headset counts as failed, in seconds.'),
    startedAt: field.startedAt,
    finishedAt: field.endedAt,
    counts: countsSchema.describe('Number of headsets by result state.'),
  })
  .meta({ id: 'PlanRun', description: 'The rollout of a plan.' });
export type PlanRun = z.infer<typeof planRunSchema>;

/** A plan without its rows; also published on the fleet’s stream when something changes. */
export const planSummarySchema = z
  .object({
    id: field.id,
    title: z.string().describe('Title shown to people.'),
    source: planSourceSchema.describe('Where it comes from.'),
    createdAt: field.createdAt,
    author: authorSchema.describe('Who made it.'),
    counts: z
      .object({
        devices: z.int().describe('Headsets of the plan.'),
        change: z.int().describe('Headsets that change.'),
        same: z.int().describe('Headsets that stay unchanged.'),
        refused: z.int().describe('Headsets that are skipped because the change is not possible.'),
        offline: z.int().describe('Headsets that change and are offline now.'),
      })
      .describe('Number of headsets by outcome.'),
    run: planRunSchema.nullable().describe('The rollout; null until the plan is applied.'),
    changeId: nullableString.describe('Id of the change in the history; null until something was written.'),
    undoneBy: nullableString.describe('The change that undid it; null if it was not undone.'),
  })
  .meta({ id: 'PlanSummary', description: 'A plan without its rows.' });
export type PlanSummary = z.infer<typeof planSummarySchema>;

export const planSchema = planSummarySchema
  .extend({
    groups: z.array(planGroupSchema).describe('Headsets grouped by what changes for them.'),
    devices: z.array(planDeviceSchema).describe('Details of each headset.'),
    invalidIds: field.invalidIds,
    replacedNetworks: z
      .array(
        z.object({
          ssid: z.string().describe('Name of the Wi-Fi network.'),
          devices: z.int().describe('Number of headsets that are connected through it.'),
          stays,
        }),
      )
      .describe('Wi-Fi networks that are replaced while headsets are connected through them.'),
  })
  .meta({ id: 'Plan', description: 'A preview of a change, and its rollout once applied.' });
export type Plan = z.infer<typeof planSchema>;

/**
 * Computes what a configuration would change on each headset, and stores the plan for 24 hours; nothing is sent.
 * `settings` apply on top of the profile; one is required. Contradictory settings refuse their headsets only.
 */
export const createPlan = endpoint('POST /station/plans', {
  summary: 'Preview a change of settings',
  tag: 'configuration',
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(MAX_BULK_IDS).describe('Ids of the device records.'),
    settings: settingsChangeSchema
      .optional()
      .describe('Settings to apply. Absent keys stay unchanged, null clears.'),
    profileId: entityIdSchema.optional().describe('Id of the profile; null for none.'),
    profileVersion: z.int().min(1).optional().describe('Version of the profile; the newest if absent.'),
    lists: z
      .enum(['replace', 'add'])
      .default('replace')
      .describe('Whether lists replace the current ones or are added to them.'),
    title: text(128).optional().describe('Title shown to people; absent: derived from what it changes.'),
  }),
  reply: planSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Computes the plan again as of now, for a plan whose headsets changed since. Not for undoing and repairing. */
export const renewPlan = endpoint('POST /station/plans/{planId}/renew', {
  summary: 'Update a preview',
  tag: 'configuration',
  reply: planSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** Lists plans, newest first. Applied plans are retained for 30 days. */
export const listPlans = endpoint('GET /station/plans', {
  summary: 'List previews and rollouts',
  tag: 'configuration',
  role: 'viewer',
  query: z.object(pageQuery),
  reply: field.pageOf(planSummarySchema),
  errors: ['VALIDATION_FAILED'],
});

/** Returns what the plan would change, as computed when it was made; `isMoved` and `run` are current. */
export const getPlan = endpoint('GET /station/plans/{planId}', {
  summary: 'Get a preview or rollout',
  tag: 'configuration',
  role: 'viewer',
  reply: planSchema,
  errors: ['NOT_FOUND'],
});

/** Deletes a plan that was not applied. */
export const deletePlan = endpoint('DELETE /station/plans/{planId}', {
  summary: 'Delete a preview',
  tag: 'configuration',
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
