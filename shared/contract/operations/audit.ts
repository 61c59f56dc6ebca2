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

/** How long an entry is kept, in days of UTC; it goes with the whole day that it belongs to. */
export const AUDIT_KEPT_DAYS = 400;
/** Targets that an entry names; of more it says how many there were. */
export const AUDIT_NAMED_TARGETS = 10;
/** One thing that somebody did, or that was refused to him. Never what was sent, which may hold secrets. */
export const auditEntrySchema = z
  .object({
    /** Counted without a gap. */
    seq: z.int(),
    at: instantSchema,
    /** `person`: signed in with a passcode; `computer`: the interface of this computer; `program`: a token. */
    kind: z.enum(['person', 'computer', 'program', 'nobody']),
    /** The name of the person or the token; null where it has none. */
    who: z.string().nullable(),
    personId: z.string().nullable(),
    tokenId: z.string().nullable(),
    role: roleSchema.nullable(),
    /** Where from: the address, and whether it came over the local network. */
    address: z.string(),
    isFromLan: z.boolean(),
    /** The operation by its id in the OpenAPI document. */
    operation: z.string(),
    /** What of it can be told, such as the name of the command; what the path names besides a device comes first. */
    detail: z.string().nullable(),
    /** What the thing of the path, such as a person, a token, a router or a content, was called when it was done. */
    subject: z.string().nullable(),
    /** Devices that it was about, and the first of them by id. */
    targets: z.int(),
    devicesId: z.array(z.string()),
    /** What these are called, in the same order; of deleted ones their last name. */
    labels: z.array(z.string().nullable()),
    /** HTTP status of the answer. */
    status: z.int(),
    /** Refused requests of the same caller just before that were too many to be written down. */
    skipped: z.int(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const filters = {
  /** A part of the name of the person or the token. */
  who: text(64, 1).optional(),
  /** A part of what it was about: the name of a thing, or what else is told of it. */
  about: text(64, 1).optional(),
  personId: entityIdSchema.optional(),
  /** An operation by its id. */
  operation: text(64, 1).optional(),
  deviceId: deviceIdSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  /** `done`: status under 400; `refused`: the rest. */
  outcome: z.enum(['done', 'refused']).optional(),
};

/** Who did what, newest first. */
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
 * Every entry that the filters leave, oldest first, up to the newest of the moment when it was asked: a file of CSV, or of
 * JSON with one entry a line. It is written while it is sent, however long the log is.
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
 * Goes through the chain: every entry carries a keyed hash over itself and the one before, so that one that was changed,
 * taken out or put in shows. `brokenAt` is the first entry that does not fit.
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
