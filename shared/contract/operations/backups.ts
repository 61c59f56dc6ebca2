import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { fileReply, instantSchema, nothing, text } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** The name of a backup: it never leads out of the folder of the backups. */
const backupNameSchema = z.string().regex(/^muster-[0-9A-Za-z-]{1,60}\.db$/, 'Not the name of a backup');

const backupParams = z.object({ backupName: backupNameSchema });

/** A finished copy of the store. It was opened and checked before it got its name. */
const backupSchema = z
  .object({ name: z.string(), sizeBytes: z.int(), createdAt: instantSchema })
  .meta({ id: 'Backup' });
export type BackupView = z.infer<typeof backupSchema>;

/** Writes a copy of the store while it is in use, and opens it to see that it is good. */
export const createBackup = endpoint({
  ...common,
  method: 'POST',
  path: '/station/backup',
  summary: 'Create a backup',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: backupSchema,
  errors: [],
});

/** Newest first. Kept are the newest ten, and the last of each of the past seven days and four weeks. */
export const listBackups = endpoint({
  ...common,
  method: 'GET',
  path: '/station/backups',
  summary: 'List the backups',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({
    /** How often one is made by itself. */
    /** 0: none is made by itself. */
    everyHours: z.number(),
    /** Why the last one that was to be made by itself failed; null where it did not. */
    lastFailure: z.object({ at: instantSchema, code: z.enum(['STORAGE_FULL', 'FAILED']) }).nullable(),
    items: z.array(backupSchema),
  }),
  errors: [],
});

/** Looks inside a backup, which changes nothing: what it holds, and what going back to it would lose. */
export const inspectBackup = endpoint({
  ...common,
  method: 'GET',
  path: '/station/backups/{backupName}',
  summary: 'Inspect a backup',
  params: backupParams,
  query: nothing,
  body: nothing,
  reply: z
    .object({
      ...backupSchema.shape,
      /** Why the station cannot go back to it; null where it can. `NEWER`: a newer Muster wrote it. */
      obstacle: z.enum(['DAMAGED', 'NEWER', 'OTHER_STATION']).nullable(),
      /** The step of the store's schema; null where the file does not open. */
      schema: z.int().nullable(),
      organisations: z.array(z.string()),
      devices: z.int(),
      enrolled: z.int(),
      lastHeartbeatAt: instantSchema.nullable(),
      /** Headsets that are enrolled now and are not in it. */
      wouldLose: z.int(),
      /** True where it came in a sealed copy of another station: going back to it makes this station that one. */
      isMove: z.boolean(),
    })
    .meta({ id: 'BackupContents' }),
  errors: ['NOT_FOUND'],
});

/** The file itself, an SQLite database, to be kept elsewhere. Passwords in it are sealed with the station's key. */
export const downloadBackup = endpoint({
  ...common,
  method: 'GET',
  path: '/station/backups/{backupName}/file',
  summary: 'Download a backup',
  isAudited: true,
  params: backupParams,
  query: nothing,
  body: nothing,
  reply: fileReply,
  isFile: true,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE'],
});

/**
 * Goes back to a backup: the station stops for a moment and starts again with it, at the same address. The store as it was
 * becomes a backup itself. Tokens of programs and sessions stay as they are now, revoked ones revoked.
 */
export const restoreBackup = endpoint({
  ...common,
  method: 'POST',
  path: '/station/backups/{backupName}/restore',
  summary: 'Restore a backup',
  params: backupParams,
  query: nothing,
  body: nothing,
  reply: z.object({
    name: z.string(),
    /** The backup that holds what there was until now; it is there once the station answers again. */
    keptAs: z.string(),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

const copyNameSchema = z
  .string()
  .regex(/^muster-[0-9A-Za-z-]{1,60}\.copy$/, 'Not the name of an encrypted backup');

const copyParams = z.object({ copyName: copyNameSchema });

/** What seals a copy. It is not kept: without it nobody opens the copy again. */
const passphraseSchema = text(256, 12);

/**
 * A whole station in one file, sealed with a passphrase: a backup and the keys that headsets and programs know it by. With it
 * another computer takes the station's place. The library's contents are not in it.
 */
const copySchema = z
  .object({ name: z.string(), sizeBytes: z.int(), createdAt: instantSchema })
  .meta({ id: 'SealedCopy' });
export type CopyView = z.infer<typeof copySchema>;

/**
 * Seals a backup with the keys of its station, or takes a copy in that another station made (its bytes). A backup that is
 * damaged, or whose keys are not here, is refused: nobody could use the copy.
 */
export const addCopy = endpoint({
  ...common,
  method: 'POST',
  path: '/station/copies',
  summary: 'Export or import an encrypted backup',
  params: nothing,
  query: nothing,
  takesBytes: true,
  body: z.object({ backupName: backupNameSchema, passphrase: passphraseSchema }),
  reply: copySchema,
  errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'INVALID_VALUE', 'CONFLICT'],
});

/** Newest first. They stay until somebody removes them. */
export const listCopies = endpoint({
  ...common,
  method: 'GET',
  path: '/station/copies',
  summary: 'List encrypted backups',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(copySchema) }),
  errors: [],
});

/** The sealed file, to be carried to another computer. */
export const downloadCopy = endpoint({
  ...common,
  method: 'GET',
  path: '/station/copies/{copyName}/file',
  summary: 'Download an encrypted backup',
  isAudited: true,
  params: copyParams,
  query: nothing,
  body: nothing,
  reply: fileReply,
  isFile: true,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE'],
});

/** Opens a sealed copy into a backup, which can be looked into and gone back to like any other. Changes nothing else. */
export const openCopy = endpoint({
  ...common,
  method: 'POST',
  path: '/station/copies/{copyName}/open',
  summary: 'Decrypt an encrypted backup with its passphrase',
  params: copyParams,
  query: nothing,
  body: z.object({ passphrase: passphraseSchema }),
  reply: backupSchema,
  errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'INVALID_VALUE'],
});

export const removeCopy = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/copies/{copyName}',
  summary: 'Remove an encrypted backup',
  params: copyParams,
  query: nothing,
  body: nothing,
  reply: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
