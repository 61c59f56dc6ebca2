import { z } from 'zod';

import { MAX_BULK_IDS } from '../../devices/devices.ts';
import { endpoint } from '../../endpoint.ts';
import { instantSchema } from '../../primitives.ts';
import { planResultSchema, planSummarySchema } from './plans.ts';

const waveSize = z.int().min(1).max(MAX_BULK_IDS);
const someIds = z.array(z.string()).max(MAX_BULK_IDS);

/**
 * Sends a plan in waves of the given sizes, then the rest. The next wave starts once every headset of the last one
 * has confirmed or failed, unless more than `stopAtFailedPercent` of it failed. Refused (409) if a headset's settings
 * changed since the plan was made: nothing is sent then.
 */
export const applyPlan = endpoint('POST /station/plans/{planId}/apply', {
  summary: 'Apply a preview in waves',
  tag: 'configuration',
  body: z.object({
    waves: z
      .array(waveSize)
      .max(20)
      .default([1, 5])
      .describe('Sizes of the first waves; the rest follow in one. Empty: all at once.'),
    order: z
      .enum(['asListed', 'oneOfEachModel'])
      .default('asListed')
      .describe(
        'Order of the headsets: as listed, or one of each model first. Online headsets come before the others.',
      ),
    stopAtFailedPercent: z
      .int()
      .min(0)
      .max(100)
      .default(20)
      .describe('Share of failed headsets in a wave, in percent, above which the rollout stops.'),
    pauseAfter: z
      .array(z.int().min(1).max(21))
      .max(21)
      .default([])
      .describe('Waves after which the rollout pauses, counted from 1.'),
    ifOffline: z
      .enum(['wait', 'skip'])
      .default('wait')
      .describe('Whether offline headsets receive the change later or are skipped.'),
    waitUntil: instantSchema
      .optional()
      .describe('Until when the station waits for offline headsets; absent: 24 hours.'),
    confirmWithinSec: z
      .int()
      .min(5)
      .max(86_400)
      .default(1_800)
      .describe('Time without progress after which a headset counts as failed, in seconds.'),
  }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Returns the state of each headset. The fleet's stream publishes `plan` and `planResults` when something changes. */
export const getPlanResults = endpoint('GET /station/plans/{planId}/results', {
  summary: 'List the results of a rollout by headset',
  tag: 'configuration',
  role: 'viewer',
  reply: z.object({
    plan: planSummarySchema.describe('The plan.'),
    results: z.array(planResultSchema).describe('Result for each headset.'),
  }),
  errors: ['NOT_FOUND'],
});

/** Resumes a paused rollout with its next wave, whatever failed before. */
export const continuePlan = endpoint('POST /station/plans/{planId}/continue', {
  summary: 'Resume a stopped rollout',
  tag: 'configuration',
  reply: planSummarySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/**
 * Finishes a wave without headsets that went offline after they were sent the change: they receive it last. Those of
 * `instead` move up from later waves. Refused (409) if none holds the wave up, or one of `instead` is not pending there.
 */
export const continuePlanWithout = endpoint('POST /station/plans/{planId}/continue-without', {
  summary: 'Continue a plan without headsets that are offline',
  tag: 'configuration',
  body: z.object({
    devicesId: someIds.min(1).describe('Ids of the device records.'),
    instead: someIds
      .default([])
      .describe('Pending headsets of later waves that are sent the change now, in the place of these.'),
  }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Stops a rollout. Headsets that were sent the change are followed to the end; pending ones no longer wait. */
export const stopPlan = endpoint('POST /station/plans/{planId}/stop', {
  summary: 'Stop a rollout',
  tag: 'configuration',
  reply: planSummarySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/**
 * Sends the change again to headsets that failed, were skipped or expired: all of them, or those named. Reports of
 * failed contents are discarded, so that they are downloaded again.
 */
export const retryPlan = endpoint('POST /station/plans/{planId}/retry', {
  summary: 'Retry failed headsets',
  tag: 'configuration',
  body: z.object({ devicesId: someIds.min(1).optional().describe('Ids of the device records.') }),
  reply: planSummarySchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});
