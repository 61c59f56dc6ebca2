import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, pageQuery, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

export const listSetAside = endpoint('GET /station/sync/set-aside', {
  summary: 'List records of the central that cannot be used',
  query: z.object(pageQuery),
  reply: field.pageOf(
    z
      .object({
        upstreamId: z
          .string()
          .describe('Id of the device at the central; null if the central does not have it.'),
        label: field.label,
        code: z.string().describe('Stable code of the reason.'),
        message: field.message,
        since: instantSchema.describe('Since when it has not been used.'),
        lastAt: instantSchema.describe('When it last happened.'),
      })
      .meta({ id: 'SetAside', description: 'An entry of the central that is not used, and why.' }),
  ),
  errors: ['VALIDATION_FAILED'],
});

const count = z.int().optional();

export const syncRunSchema = z
  .object({
    id: field.id,
    cause: z.string().describe('What started the run.'),
    startedAt: field.startedAt,
    endedAt: field.endedAt,
    outcome: z
      .enum(['done', 'cut', 'blocked', 'stopped'])
      .nullable()
      .describe('How the run ended; null while it runs.'),
    reason: z
      .object({ code: z.string().describe('Stable code of the reason.'), message: field.message })
      .nullable()
      .describe('Why the run ended early; null if it did not.'),
    counts: z
      .object({
        requests: count.describe('Requests to the central.'),
        arrived: count.describe('Devices downloaded.'),
        taken: count.describe('Changes accepted from the central.'),
        pushed: count.describe('Changes uploaded.'),
        lifecycle: count.describe('Enrolments and removals uploaded.'),
        reported: count.describe('Reports uploaded.'),
        events: count.describe('Events uploaded.'),
        conflicts: count.describe('Conflicts found.'),
        setAside: count.describe('Entries of the central that are not used.'),
        failed: count.describe('Steps that failed.'),
      })
      .describe('What the run did.'),
  })
  .meta({ id: 'SyncRun', description: 'A sync run. Counts that are zero are absent.' });

export const listSyncRuns = endpoint('GET /station/sync/runs', {
  summary: 'List past syncs, newest first',
  role: 'viewer',
  query: z.object(pageQuery),
  reply: field.pageOf(syncRunSchema),
  errors: ['VALIDATION_FAILED'],
});

/** Returns what one run did, device by device: uploads, downloads, conflicts, and which side won. */
export const getSyncReport = endpoint('GET /station/sync/report', {
  summary: 'Get the report of a sync',
  role: 'viewer',
  query: z.object({
    /** Absent: the newest run. */
    runId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id')
      .optional(),
  }),
  reply: z.object({
    run: syncRunSchema.describe('The run.'),
    lines: z
      .array(
        z.object({
          at: field.at,
          direction: z
            .enum(['up', 'down', 'conflict', 'aside', 'failed'])
            .describe('Whether it was uploaded, downloaded, in conflict, not used or failed.'),
          deviceId: field.deviceId,
          label: field.label,
          what: z.record(z.string(), z.unknown()).describe('What was transferred.'),
        }),
      )
      .describe('What the run did, device by device.'),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/**
 * Returns events whose slot was deleted at the central and which therefore stay here, complete, for saving to a file.
 */
export const getStranded = endpoint('GET /station/sync/stranded', {
  summary: 'Get the events whose slot was deleted at the central',
  reply: z.object({
    savedAt: instantSchema.describe('When this list was made.'),
    slots: z
      .array(
        z.object({
          id: nullableString.describe(
            'Id of the device record; null if the device was deleted here as well.',
          ),
          label: field.label,
          upstreamId: field.upstreamId,
          gone: nullableString.describe('What happened to the slot at the central, such as `DELETED`.'),
          events: z
            .array(
              z.object({
                eventId: z
                  .string()
                  .describe('Id that the headset gave the event; a repeated id is stored once.'),
                type: z.string().describe('Kind of the event, content or value.'),
                timestamp: instantSchema.describe('When it happened, by the headset’s clock.'),
                enrolmentId: nullableString.describe(
                  'Id of the enrolment that the report belongs to (an extension).',
                ),
                payload: z.unknown().describe('Data of the event; its keys depend on `type`.'),
              }),
            )
            .describe('Events of the slot that the central does not have.'),
        }),
      )
      .describe('Slots that were deleted at the central, each with its events.'),
  }),
});
