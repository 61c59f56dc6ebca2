import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  DIRECTION_MARKS,
  instantSchema,
  pageQuery,
  text,
  textBoolean,
  nullableString,
  nullableInt,
} from '../primitives.ts';
import * as field from '../fields.ts';

/** Size of a piece in bytes. Each piece has its own digest, so that a damaged one can be downloaded again alone. */
export const PIECE_BYTES = 8 * 1024 * 1024;

/** Kinds of library items. */
export const contentKindSchema = z.enum(['application', 'obb', 'video', 'file']);
export type LibraryKind = z.infer<typeof contentKindSchema>;

/** Maximum size of a file in bytes: 1 TiB. */
export const MAX_FILE_BYTES = 2 ** 40;

/** Facts read from an APK. */
export const apkFactsSchema = z.object({
  packageName: field.packageName,
  versionCode: z.int().describe('Version code of the APK.'),
  versionName: nullableString.describe('Android version name; null if not reported.'),
  label: nullableString.describe('Name in the default language of the APK; null if it has none.'),
  minSdk: nullableInt.describe('Lowest Android API level; null if not stated.'),
  permissions: z.array(z.string()).describe('Android permissions.'),
  parts: z
    .object({
      splits: z.array(z.string()).describe('Names of the parts beside the base.'),
      obbs: z.array(z.string()).describe('File names of its expansion files.'),
    })
    .nullable()
    .describe(
      'The other parts of an app that is a bundle of several APKs (`.apks`, `.xapk`), which is delivered whole; null for an app in one APK.',
    ),
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

const libraryEntrySchema = z
  .object({
    sha256: field.sha256,
    name: field.name,
    kind: contentKindSchema.describe('Which kind it is.'),
    sizeBytes: field.sizeBytes,
    mediaType: z.string().describe('Media type of the file.'),
    createdAt: field.createdAt,
    source: z.enum(['upload', 'url']).describe('Whether it was uploaded or downloaded from a URL.'),
    sourceUrl: nullableString.describe('URL in headset settings that these bytes stand for; null if none.'),
    fetchedAt: instantSchema.nullable().describe('When it was downloaded; null if it was uploaded.'),
    apk: apkFactsSchema
      .extend({ hasIcon: z.boolean().describe('True if the APK has an icon that can be shown.') })
      .nullable()
      .describe('Facts read from the APK; null for other files.'),
    finding: apkFindingSchema
      .nullable()
      .describe('Why the file was not read as an APK; null if it was, or is no APK.'),
  })
  .meta({ id: 'LibraryEntry', description: 'A file in the library, in a list.' });
export type LibraryEntryView = z.infer<typeof libraryEntrySchema>;

export const libraryItemSchema = libraryEntrySchema
  .extend({
    pieces: z
      .array(z.string())
      .describe('SHA-256 of each piece of 8 MiB, in order; the last piece may be shorter.'),
    pieceBytes: z.literal(PIECE_BYTES).describe('Size of a piece in bytes.'),
    urls: z.array(z.string()).describe('All URLs that these bytes stand for.'),
    assignedTo: z.array(z.string()).describe('Ids of the headsets that have it assigned.'),
  })
  .meta({ id: 'LibraryItem', description: 'A file in the library.' });
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

const libraryJobSchema = z
  .object({
    id: field.id,
    url: field.url,
    name: nullableString.describe('File name; null if not chosen.'),
    kind: contentKindSchema.nullable().describe('Which kind it is.'),
    status: jobStatusSchema.describe('`waiting`: queued, or pending its next attempt.'),
    receivedBytes: z.int().describe('Bytes received so far.'),
    totalBytes: nullableInt.describe('Size in bytes; null until the server states it.'),
    bytesPerSec: z
      .int()
      .describe('Transfer rate over the last seconds, in bytes per second; 0 while nothing is transferred.'),
    attempts: field.attempts,
    nextAttemptAt: instantSchema.nullable().describe('When the next attempt is due; null if none is.'),
    error: jobErrorSchema.nullable().describe('Why the last attempt failed; null if it did not.'),
    sha256: nullableString.describe('SHA-256 of the downloaded bytes; null until it is done.'),
    createdAt: field.createdAt,
    finishedAt: field.endedAt,
  })
  .meta({ id: 'LibraryJob', description: 'A download from a URL into the library.' });
export type LibraryJobView = z.infer<typeof libraryJobSchema>;

const itemParams = z.object({ sha256: sha256Schema });

/**
 * Adds bytes (`application/octet-stream`, streamed to disk, any size) or a URL to download them from (JSON). For
 * bytes that are already there, the existing item is returned.
 */
export const addToLibrary = endpoint('POST /station/library', {
  summary: 'Add a file to the library, by upload or from a URL',
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
    url: webAddressSchema.describe('URL, with scheme and host.'),
    name: fileNameSchema.optional().describe('Name shown to people.'),
    kind: contentKindSchema.optional().describe('Which kind it is.'),
    sha256: sha256Schema.optional().describe('SHA-256 of the bytes: 64 hexadecimal digits in lower case.'),
  }),
  reply: z.object({
    item: libraryItemSchema.nullable().describe('The item; null until all bytes have arrived.'),
    job: libraryJobSchema
      .nullable()
      .describe('The download that was started or is in progress; null for an upload.'),
    isNew: z.boolean().describe('False if the library held these bytes already.'),
  }),
  errors: ['VALIDATION_FAILED', 'INVALID_VALUE', 'BATCH_TOO_LARGE'],
});

const librarySummarySchema = z
  .object({
    counts: z
      .object({
        application: z.int().describe('Applications.'),
        obb: z.int().describe('Expansion files.'),
        video: z.int().describe('Videos.'),
        file: z.int().describe('Other files.'),
      })
      .describe('Number of items by kind.'),
    usedBytes: z.int().describe('Space in use, in bytes.'),
    freeBytes: z.int().describe('Space that may still be used on the station’s disk, in bytes.'),
  })
  .meta({ id: 'LibrarySummary', description: 'The whole library of the organisation, whatever the filter.' });

/** Lists the items of the caller’s organisation, newest first. */
export const listLibrary = endpoint('GET /station/library', {
  summary: 'List the library',
  role: 'viewer',
  servesCarts: true,
  query: z.object({
    ...pageQuery,
    kind: contentKindSchema.optional(),
    /** Part of the name, the label or the package name. */
    search: text(128, 1).optional(),
  }),
  reply: z.object({
    ...field.paging,
    items: field.entriesOf(libraryEntrySchema),
    summary: librarySummarySchema.describe('Totals of the library.'),
  }),
  errors: ['VALIDATION_FAILED'],
});

export const getLibraryItem = endpoint('GET /station/library/{sha256}', {
  summary: 'Get a library item, with its pieces and assigned headsets',
  role: 'viewer',
  params: itemParams,
  reply: libraryItemSchema,
  errors: ['NOT_FOUND'],
});

/**
 * Removes an item. Refused while a headset has it assigned, unless `force`: headsets then download it from its
 * original URL again.
 */
export const removeLibraryItem = endpoint('DELETE /station/library/{sha256}', {
  summary: 'Remove an item from the library',
  params: itemParams,
  query: z.object({ force: textBoolean.default(false) }),
  reply: z.object({
    success: field.success,
    freedBytes: z.int().describe('Bytes freed on the disk, or that would be.'),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Lists downloads, newest first. Finished ones are retained for a week. */
export const listLibraryJobs = endpoint('GET /station/library/jobs', {
  summary: 'List downloads to the library',
  role: 'viewer',
  query: z.object(pageQuery),
  reply: field.pageOf(libraryJobSchema),
  errors: ['VALIDATION_FAILED'],
});

/** Cancels a download and discards what arrived. A finished one is removed from the list. */
export const cancelLibraryJob = endpoint('DELETE /station/library/jobs/{jobId}', {
  summary: 'Cancel a download to the library',
  reply: libraryJobSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Removes items that no headset of the organisation has assigned. */
export const collectLibrary = endpoint('POST /station/library/collect', {
  summary: 'Remove unassigned items from the library',
  body: z.object({
    dryRun: z.boolean().optional().describe('True to report the result without changing anything.'),
  }),
  reply: z.object({
    dryRun: z.boolean().describe('True to report the result without changing anything.'),
    removed: z
      .array(z.object({ sha256: field.sha256, name: field.name, sizeBytes: field.sizeBytes }))
      .describe('Items that were removed, or would be.'),
    kept: z.int().describe('Items that stay.'),
    freedBytes: z
      .int()
      .describe('Bytes freed on the disk, or that would be; bytes that another organisation also has stay.'),
  }),
  errors: ['VALIDATION_FAILED'],
});
