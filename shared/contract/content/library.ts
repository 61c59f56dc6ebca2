import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { DIRECTION_MARKS, instantSchema, nothing, pageQuery, text, textBoolean } from '../primitives.ts';

/** Size of a piece in bytes. Each piece has its own digest, so that a damaged one can be downloaded again alone. */
export const PIECE_BYTES = 8 * 1024 * 1024;

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** Kinds of library items. */
export const contentKindSchema = z.enum(['application', 'obb', 'video', 'file']);
export type LibraryKind = z.infer<typeof contentKindSchema>;

/** Maximum size of a file in bytes: 1 TiB. */
export const MAX_FILE_BYTES = 2 ** 40;

/** Facts read from an APK. */
export const apkFactsSchema = z.object({
  packageName: z.string(),
  versionCode: z.int(),
  versionName: z.string().nullable(),
  /** In its default language; null if it has none. */
  label: z.string().nullable(),
  minSdk: z.int().nullable(),
  permissions: z.array(z.string()),
  /** The other parts of an app that is a bundle of several APKs (`.apks`, `.xapk`); null for an app in one APK. */
  parts: z
    .object({
      /** Names of the parts beside the base, as its manifests state them. */
      splits: z.array(z.string()),
      /** File names of its expansion files. */
      obbs: z.array(z.string()),
    })
    .nullable(),
});
export type ApkFacts = z.infer<typeof apkFactsSchema>;

/**
 * Why an app was stored as a plain file. `EMPTY`: it has no bytes; any file may have this. `NOT_AN_APK`: it is none.
 * `DAMAGED`: it cannot be read. `TOO_LARGE`: a part exceeds the limits. `TOO_SLOW`: reading took too long.
 * `DEVELOPER_BUNDLE`: an `.aab`, which only a store can install. `SPLIT_ALONE`: it is one part of an app in several.
 * `SPLITS_MISSING`: it needs parts that are not there. `NO_BASE`: its main part is not there. `SEVERAL_BASES`: a part is
 * there twice, as where it was built for many devices. `OTHER_PACKAGE`, `OTHER_VERSION`, `OTHER_SIGNER`: a part is of
 * another app or version, or is signed by somebody else. `OTHER_OBB`: an expansion file is not named for this app.
 */
export const apkFindingSchema = z.enum([
  'EMPTY',
  'NOT_AN_APK',
  'DAMAGED',
  'TOO_LARGE',
  'TOO_SLOW',
  'DEVELOPER_BUNDLE',
  'SPLIT_ALONE',
  'SPLITS_MISSING',
  'NO_BASE',
  'SEVERAL_BASES',
  'OTHER_PACKAGE',
  'OTHER_VERSION',
  'OTHER_SIGNER',
  'OTHER_OBB',
]);
export type ApkFinding = z.infer<typeof apkFindingSchema>;

const sha256Text = z.string().regex(/^[0-9a-fA-F]{64}$/, 'Must be 64 hexadecimal digits');
/** SHA-256 in lower case. */
export const sha256Schema = sha256Text
  .transform((digits) => digits.toLowerCase())
  .meta({
    override: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
  });
/** Identifier of an upload or a download. */
export const libraryIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/**
 * What file names and headers cannot have, and marks that reverse the writing direction, which disguise `gpj.exe` as a
 * picture.
 */
export const NOT_IN_FILE_NAMES = new RegExp(String.raw`[/\\\p{Cc}${DIRECTION_MARKS}]`, 'gu');
/** File names. It is never a path on the station, but may be one on a headset or a computer. */
export const fileNameSchema = text(255, 1)
  .refine((name) => name.search(NOT_IN_FILE_NAMES) < 0, {
    message: 'Must be a file name: without slashes, control characters and marks of direction',
  })
  .refine((name) => !/^\.{1,2}$/.test(name) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name), {
    message: 'Must be a file name: this one means something else to computers',
  });
/** A URL as it appears in settings. */
export const webAddressSchema = text(2_048, 1).refine(isWebAddress, {
  message: 'Must be an http or https address without a user name in it',
});

const webAddress = z.url({ protocol: /^https?$/ });

/** Refuses user names in URLs, which would appear in lists and logs. */
function isWebAddress(url: string): boolean {
  return webAddress.safeParse(url).success && !/^[^/]*\/\/[^/?#]*@/.test(url);
}

/** A file in the library. */
const libraryEntrySchema = z
  .object({
    /** 64 hexadecimal digits in lower case: the identity of these bytes. */
    sha256: z.string(),
    name: z.string(),
    kind: contentKindSchema,
    sizeBytes: z.int(),
    mediaType: z.string(),
    createdAt: instantSchema,
    /** How the bytes arrived. */
    source: z.enum(['upload', 'url']),
    /** The URL they were downloaded from, or that the uploader says they stand for. */
    sourceUrl: z.string().nullable(),
    fetchedAt: instantSchema.nullable(),
    apk: apkFactsSchema.extend({ hasIcon: z.boolean() }).nullable(),
    finding: apkFindingSchema.nullable(),
  })
  .meta({ id: 'LibraryEntry' });
export type LibraryEntryView = z.infer<typeof libraryEntrySchema>;

/** A file in the library with all its details. */
export const libraryItemSchema = libraryEntrySchema
  .extend({
    /** SHA-256 of each piece of 8 MiB, in order; the last piece may be shorter. */
    pieces: z.array(z.string()),
    pieceBytes: z.literal(PIECE_BYTES),
    /** All URLs that these bytes stand for. */
    urls: z.array(z.string()),
    /** Headsets that have it assigned by one of these URLs. */
    assignedTo: z.array(z.string()),
  })
  .meta({ id: 'LibraryItem' });
export type LibraryItemView = z.infer<typeof libraryItemSchema>;

/** `waiting`: queued, or pending its next attempt. */
export const jobStatusSchema = z.enum(['waiting', 'fetching', 'done', 'failed', 'cancelled']);

/**
 * Why the last attempt of a download failed. `ADDRESS_REFUSED`: the station may not connect to that address.
 * `WRONG_SHA256`: the bytes differ from the expected ones. `WRONG_TYPE`: a web page came instead, as from a captive
 * portal.
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

/** A download into the library. */
const libraryJobSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    name: z.string().nullable(),
    kind: contentKindSchema.nullable(),
    status: jobStatusSchema,
    receivedBytes: z.int(),
    /** Null until the server states it. */
    totalBytes: z.int().nullable(),
    /** Over the last seconds; 0 while idle. */
    bytesPerSec: z.int(),
    attempts: z.int(),
    nextAttemptAt: instantSchema.nullable(),
    error: jobErrorSchema.nullable(),
    /** The result; null until it is done. */
    sha256: z.string().nullable(),
    createdAt: instantSchema,
    finishedAt: instantSchema.nullable(),
  })
  .meta({ id: 'LibraryJob' });
export type LibraryJobView = z.infer<typeof libraryJobSchema>;

const itemParams = z.object({ sha256: sha256Schema });
const jobParams = z.object({ jobId: libraryIdSchema });

/**
 * Adds bytes (`application/octet-stream`, streamed to disk, any size) or a URL to download them from (JSON). For
 * bytes that are already there, the existing item is returned.
 */
export const addToLibrary = endpoint({
  ...common,
  method: 'POST',
  path: '/station/library',
  summary: 'Add a file to the library, by upload or from a URL',
  params: nothing,
  /** For an upload; a download has them in its body. */
  query: z.object({
    name: fileNameSchema.optional(),
    kind: contentKindSchema.optional(),
    sha256: sha256Schema.optional(),
    /** The URL in headset settings that these bytes stand for. */
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
    /** The download that was started, or the one in progress for this URL. */
    job: libraryJobSchema.nullable(),
    /** False if it was already there. */
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

/** Lists the items of the caller’s organisation, newest first. */
export const listLibrary = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library',
  summary: 'List the library',
  role: 'viewer',
  servesCarts: true,
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
    /**
     * Totals of the whole library, whatever the filter. `freeBytes`: space that may still be used on the station’s
     * disk.
     */
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

/**
 * Removes an item. Refused while a headset has it assigned, unless `force`: headsets then download it from its
 * original URL again.
 */
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

/** Lists downloads, newest first. Finished ones are retained for a week. */
export const listLibraryJobs = endpoint({
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

/** Cancels a download and discards what arrived. A finished one is removed from the list. */
export const cancelLibraryJob = endpoint({
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

/** Removes items that no headset of the organisation has assigned. */
export const collectLibrary = endpoint({
  ...common,
  method: 'POST',
  path: '/station/library/collect',
  summary: 'Remove unassigned items from the library',
  params: nothing,
  query: nothing,
  body: z.object({
    /** True to report only what would be removed. */
    dryRun: z.boolean().optional(),
  }),
  reply: z.object({
    dryRun: z.boolean(),
    removed: z.array(z.object({ sha256: z.string(), name: z.string(), sizeBytes: z.int() })),
    kept: z.int(),
    /** Bytes freed on the disk, or that would be. Bytes that another organisation also has stay. */
    freedBytes: z.int(),
  }),
  errors: ['VALIDATION_FAILED'],
});
