import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, entityIdSchema } from '../ids.ts';
import { roleSchema } from '../access/people.ts';
import { fileReply, instantSchema, pageQuery, text, nullableString, nullableInt } from '../primitives.ts';
import * as field from '../fields.ts';

/** How long entries are retained, in UTC days; whole days are deleted. */
export const AUDIT_RETENTION_DAYS = 400;
/** Maximum number of targets that an entry names; `targets` has the total. */
export const AUDIT_NAMED_TARGETS = 10;
export const auditEntrySchema = z
  .object({
    seq: z.int().describe('Number of the entry, without gaps.'),
    at: field.at,
    kind: z
      .enum(['person', 'computer', 'program', 'nobody'])
      .describe(
        '`person`: signed in with a passcode; `computer`: the station’s own interface; `program`: a token; `nobody`: not signed in.',
      ),
    who: nullableString.describe('Name of the person or label of the token; null if none.'),
    personId: nullableString.describe('Id of the person; null for others.'),
    tokenId: nullableString.describe('Id of the token that was used; null if none was.'),
    role: roleSchema.nullable().describe('Role of the person; null for programs.'),
    address: z.string().describe('IP address of the caller.'),
    isFromLan: z.boolean().describe('True if the request came over the local network.'),
    operation: z.string().describe('Operation id in this document.'),
    detail: nullableString.describe('Further detail, such as the name of the command; null if none.'),
    subject: nullableString.describe(
      'Name of the thing at the time, such as a router or a content; null if none.',
    ),
    targets: field.devices,
    devicesId: z.array(z.string()).describe('Ids of the first 10 devices.'),
    labels: z
      .array(z.string().nullable())
      .describe('Labels of these devices, in the same order; of deleted ones their last label.'),
    status: z.int().describe('HTTP status of the answer.'),
    skipped: z.int().describe('Refused requests of the same caller before this one that were not recorded.'),
    hash: z.string().describe('Keyed hash over this entry and the previous one.'),
  })
  .meta({ id: 'AuditEntry', description: 'Something that was done or refused. Contains no request bodies.' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const filters = {
  /** Part of the name of the person or the token. */
  who: text(64, 1).optional(),
  /** Part of the subject or the detail. */
  about: text(64, 1).optional(),
  personId: entityIdSchema.optional(),
  /** An operation by its id. */
  operation: text(64, 1).optional(),
  deviceId: deviceIdSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  /** `done`: status below 400; `refused`: the rest. */
  outcome: z.enum(['done', 'refused']).optional(),
};

/** Lists the entries, newest first. */
export const listAudit = endpoint('GET /station/audit', {
  summary: 'List the audit log',
  query: z.object({ ...pageQuery, ...filters }),
  reply: field.pageOf(auditEntrySchema),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Exports all entries that match the filters, oldest first, up to the newest at the time of the request: CSV, or JSON
 * with one entry per line. Streamed, whatever the length of the log.
 */
export const exportAudit = endpoint('GET /station/audit/export', {
  summary: 'Export the audit log',
  isAudited: true,
  query: z.object({ format: z.enum(['csv', 'json']).default('csv'), ...filters }),
  reply: fileReply,
  isFile: true,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Verifies the chain: every entry has a keyed hash over itself and the previous one, so that changed, removed or
 * inserted entries show. `brokenAt` is the first entry that does not match.
 */
export const verifyAudit = endpoint('GET /station/audit/verification', {
  summary: 'Verify the audit log',
  reply: z.object({
    isIntact: z.boolean().describe('True if no entry was changed, removed or inserted.'),
    checked: z.int().describe('Number of entries checked.'),
    firstSeq: nullableInt.describe('Number of the first entry; null if the log is empty.'),
    lastSeq: nullableInt.describe('Number of the last entry; null if the log is empty.'),
    brokenAt: nullableInt.describe('Number of the first entry that does not match; null if all do.'),
    keptDays: z.int().describe('How long entries are retained, in days.'),
  }),
});
