import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, entityIdSchema } from '../ids.ts';
import { roleSchema } from '../access/people.ts';
import { fileReply, instantSchema, nothing, pageQuery, text } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** How long entries are retained, in UTC days; whole days are deleted. */
export const AUDIT_RETENTION_DAYS = 400;
/** Maximum number of targets that an entry names; `targets` has the total. */
export const AUDIT_NAMED_TARGETS = 10;
/** An action that was done or refused. Never includes request bodies, which may hold secrets. */
export const auditEntrySchema = z
  .object({
    /** Without gaps. */
    seq: z.int(),
    at: instantSchema,
    /** `person`: signed in with a passcode; `computer`: the interface of this computer; `program`: a token. */
    kind: z.enum(['person', 'computer', 'program', 'nobody']),
    /** Name of the person or label of the token; null if it has none. */
    who: z.string().nullable(),
    personId: z.string().nullable(),
    tokenId: z.string().nullable(),
    role: roleSchema.nullable(),
    /** IP address of the caller, and whether the request came over the local network. */
    address: z.string(),
    isFromLan: z.boolean(),
    /** Operation id in the OpenAPI document. */
    operation: z.string(),
    /** Further detail, such as the name of the command; ids in the path, other than devices, come first. */
    detail: z.string().nullable(),
    /** Name of the thing in the path at that time, such as a person, a token, a router or a content. */
    subject: z.string().nullable(),
    /** Number of devices, and the ids of the first ones. */
    targets: z.int(),
    devicesId: z.array(z.string()),
    /** Labels of these, in the same order; of deleted ones their last label. */
    labels: z.array(z.string().nullable()),
    /** HTTP status of the answer. */
    status: z.int(),
    /** Refused requests of the same caller just before this one that were too many to record. */
    skipped: z.int(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
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
export const listAudit = endpoint({
  ...common,
  method: 'GET',
  path: '/station/audit',
  summary: 'List the audit log',
  params: nothing,
  query: z.object({ ...pageQuery, ...filters }),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(auditEntrySchema) }),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Exports all entries that match the filters, oldest first, up to the newest at the time of the request: CSV, or JSON
 * with one entry per line. Streamed, whatever the length of the log.
 */
export const exportAudit = endpoint({
  ...common,
  method: 'GET',
  path: '/station/audit/export',
  summary: 'Export the audit log',
  isAudited: true,
  params: nothing,
  query: z.object({ format: z.enum(['csv', 'json']).default('csv'), ...filters }),
  body: nothing,
  reply: fileReply,
  isFile: true,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Verifies the chain: every entry has a keyed hash over itself and the previous one, so that changed, removed or
 * inserted entries show. `brokenAt` is the first entry that does not match.
 */
export const verifyAudit = endpoint({
  ...common,
  method: 'GET',
  path: '/station/audit/verification',
  summary: 'Verify the audit log',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({
    isIntact: z.boolean(),
    checked: z.int(),
    firstSeq: z.int().nullable(),
    lastSeq: z.int().nullable(),
    brokenAt: z.int().nullable(),
    keptDays: z.int(),
  }),
  errors: [],
});
