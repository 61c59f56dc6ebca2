import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, pageQuery, text, textBoolean } from '../primitives.ts';

/** Size of the pieces whose digests are kept, so that a bad one is fetched again alone. */
export const PIECE_BYTES = 8 * 1024 * 1024;

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** What the library tells apart. */
export const contentKindSchema = z.enum(['application', 'obb', 'video', 'file']);
export type LibraryKind = z.infer<typeof contentKindSchema>;

/** The largest file: 1 TiB. */
export const MAX_FILE_BYTES = 2 ** 40;

/** What was read in an APK. */
export const apkFactsSchema = z.object({
  packageName: z.string(),
  versionCode: z.int(),
  versionName: z.string().nullable(),
  /** In its default language; null where it has none. */
  label: z.string().nullable(),
  minSdk: z.int().nullable(),
  permissions: z.array(z.string()),
});
export type ApkFacts = z.infer<typeof apkFactsSchema>;

/**
 * Why an APK was kept as a plain file: it is none, it is damaged, something in it is larger than is read, or reading it
 * took too long.
 */
export const apkFindingSchema = z.enum(['NOT_AN_APK', 'DAMAGED', 'TOO_LARGE', 'TOO_SLOW']);
export type ApkFinding = z.infer<typeof apkFindingSchema>;

const sha256Text = z.string().regex(/^[0-9a-fA-F]{64}$/, 'Must be 64 hexadecimal digits');
/** Digests are kept in lower case. */
export const sha256Schema = sha256Text
  .transform((digits) => digits.toLowerCase())
  .meta({
    override: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
  });
/** Identifier of an upload or a fetch. */
export const libraryIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/**
 * Any character but those that file names and headers cannot have, and those that turn the direction of writing, which make
 * `gpj.exe` of a picture. It never becomes a path on the station; on a headset or a computer it may.
 */
export const fileNameSchema = text(255, 1)
  .refine((name) => !/[/\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name), {
    message: 'Must be a file name: without slashes, control characters and marks of direction',
  })
  .refine((name) => !/^\.{1,2}$/.test(name) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name), {
    message: 'Must be a file name: this one means something else to computers',
  });
/** An address as it stands in settings. */
export const webAddressSchema = text(2_048, 1).refine(isWebAddress, {
  message: 'Must be an http or https address without a user name in it',
});

const webAddress = z.url({ protocol: /^https?$/ });

/** A user name in an address would stand in lists and logs. */
function isWebAddress(url: string): boolean {
  return webAddress.safeParse(url).success && !/^[^/]*\/\/[^/?#]*@/.test(url);
}

/** Something in the library. */
const libraryEntrySchema = z
  .object({
    /** 64 hexadecimal digits in lower case: the identity of these bytes. */
    sha256: z.string(),
    name: z.string(),
    kind: contentKindSchema,
    sizeBytes: z.int(),
    mediaType: z.string(),
    createdAt: instantSchema,
    /** How the bytes came here: never anything else than this. */
    source: z.enum(['upload', 'url']),
    /** Where they were fetched from, or the address that whoever uploaded them said they stand for. */
    sourceUrl: z.string().nullable(),
    fetchedAt: instantSchema.nullable(),
    apk: apkFactsSchema.extend({ hasIcon: z.boolean() }).nullable(),
    finding: apkFindingSchema.nullable(),
  })
  .meta({ id: 'LibraryEntry' });
export type LibraryEntryView = z.infer<typeof libraryEntrySchema>;

/** The same with everything that is known. */
export const libraryItemSchema = libraryEntrySchema
  .extend({
    /** SHA-256 of each piece of 8 MiB, in order; the last piece is what is left. */
    pieces: z.array(z.string()),
    pieceBytes: z.literal(PIECE_BYTES),
    /** Every address that these bytes stand for. */
    urls: z.array(z.string()),
    /** Headsets that have it assigned, by an address that it stands for. */
    assignedTo: z.array(z.string()),
  })
  .meta({ id: 'LibraryItem' });
export type LibraryItemView = z.infer<typeof libraryItemSchema>;

/** `waiting`: for its turn or its next attempt. */
export const jobStatusSchema = z.enum(['waiting', 'fetching', 'done', 'failed', 'cancelled']);

/**
 * Why a fetch failed, or failed the last time. `ADDRESS_REFUSED`: the station may not ask that address.
 * `WRONG_SHA256`: other bytes than were expected. `WRONG_TYPE`: a web page came instead, as from a network that wants a login.
 */
export const jobErrorSchema = z.enum([
  'ADDRESS_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'REDIRECTED',
  'REFUSED_BY_SERVER',
  'WRONG_SIZE',
  'WRONG_SHA256',
  'WRONG_TYPE',
  'TOO_LARGE',
  'STORAGE_FULL',
]);
export type JobError = z.infer<typeof jobErrorSchema>;

/** One fetch from an address. */
const libraryJobSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    name: z.string().nullable(),
    kind: contentKindSchema.nullable(),
    status: jobStatusSchema,
    receivedBytes: z.int(),
    /** Null until the other side has said it. */
    totalBytes: z.int().nullable(),
    /** Over the last seconds; 0 while nothing is fetched. */
    bytesPerSec: z.int(),
    attempts: z.int(),
    nextAttemptAt: instantSchema.nullable(),
    error: jobErrorSchema.nullable(),
    /** What came of it, once it is done. */
    sha256: z.string().nullable(),
    createdAt: instantSchema,
    finishedAt: instantSchema.nullable(),
  })
  .meta({ id: 'LibraryJob' });
export type LibraryJobView = z.infer<typeof libraryJobSchema>;

const itemParams = z.object({ sha256: sha256Schema });
const jobParams = z.object({ jobId: libraryIdSchema });

/**
 * Adds bytes (`application/octet-stream`, streamed to disk, any size) or an address to fetch them from (JSON). Bytes that
 * are there already are answered with the item that there is.
 */
export const addToLibrary = endpoint({
  ...common,
  method: 'POST',
  path: '/station/library',
  summary: 'Add a file to the library, by upload or from a URL',
  params: nothing,
  /** Of an upload; a fetch has them in its body. */
  query: z.object({
    name: fileNameSchema.optional(),
    kind: contentKindSchema.optional(),
    sha256: sha256Schema.optional(),
    /** The address in headsets’ settings that these bytes stand for. */
    sourceUrl: webAddressSchema.optional(),
  }),
  takesBytes: true,
  body: z.object({
    url: webAddressSchema,
    name: fileNameSchema.optional(),
    kind: contentKindSchema.optional(),
    sha256: sha256Schema.optional(),
  }),
  reply: z.object({
    item: libraryItemSchema.nullable(),
    /** The fetch that was started, or that is under way for this address already. */
    job: libraryJobSchema.nullable(),
    /** False where it was there before. */
    isNew: z.boolean(),
  }),
  errors: ['VALIDATION_FAILED', 'INVALID_VALUE', 'BATCH_TOO_LARGE'],
});

const librarySummarySchema = z
  .object({
    counts: z.object({ application: z.int(), obb: z.int(), video: z.int(), file: z.int() }),
    usedBytes: z.int(),
    freeBytes: z.int(),
  })
  .meta({ id: 'LibrarySummary' });

/** What the caller’s organisation has, newest first. */
export const listLibrary = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library',
  summary: 'List the library',
  role: 'viewer',
  params: nothing,
  query: z.object({
    ...pageQuery,
    kind: contentKindSchema.optional(),
    /** Part of the name, the label or the package name. */
    search: text(128, 1).optional(),
  }),
  body: nothing,
  reply: z.object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    items: z.array(libraryEntrySchema),
    /** The whole library, whatever is asked for. `freeBytes`: what may still be added to the station’s disk. */
    summary: librarySummarySchema,
  }),
  errors: ['VALIDATION_FAILED'],
});

export const getLibraryItem = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library/{sha256}',
  summary: 'Get a library item, with its pieces and assigned headsets',
  role: 'viewer',
  params: itemParams,
  query: nothing,
  body: nothing,
  reply: libraryItemSchema,
  errors: ['NOT_FOUND'],
});

/** Refused while a headset has it assigned, unless `force`: then headsets fetch it from its address again. */
export const removeLibraryItem = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/library/{sha256}',
  summary: 'Remove an item from the library',
  params: itemParams,
  query: z.object({ force: textBoolean.default(false) }),
  body: nothing,
  reply: z.object({ success: z.literal(true), freedBytes: z.int() }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Newest first; those that are over stay for a week. */
export const listJobs = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library/jobs',
  summary: 'List downloads to the library',
  role: 'viewer',
  params: nothing,
  query: z.object(pageQuery),
  body: nothing,
  reply: z.object({ page: z.int(), limit: z.int(), total: z.int(), items: z.array(libraryJobSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/** Ends a fetch; what arrived is thrown away. One that is over is taken off the list. */
export const cancelJob = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/library/jobs/{jobId}',
  summary: 'Cancel a download to the library',
  params: jobParams,
  query: nothing,
  body: nothing,
  reply: libraryJobSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Removes what no headset of the organisation has assigned. Nothing that is assigned ever goes. */
export const collectLibrary = endpoint({
  ...common,
  method: 'POST',
  path: '/station/library/collect',
  summary: 'Remove unassigned items from the library',
  params: nothing,
  query: nothing,
  body: z.object({
    /** Only say what would go. */
    dryRun: z.boolean().optional(),
  }),
  reply: z.object({
    dryRun: z.boolean(),
    removed: z.array(z.object({ sha256: z.string(), name: z.string(), sizeBytes: z.int() })),
    kept: z.int(),
    /** What the disk has got back, or would: bytes that another organisation has too stay. */
    freedBytes: z.int(),
  }),
  errors: ['VALIDATION_FAILED'],
});
