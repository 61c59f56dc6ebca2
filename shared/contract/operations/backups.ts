import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { fileReply, text, nullableInt } from '../primitives.ts';
import * as field from '../fields.ts';

/** The name of a backup. It cannot lead out of the backup folder. */
const backupNameSchema = z.string().regex(/^muster-[0-9A-Za-z-]{1,60}\.db$/, 'Not the name of a backup');

const backupParams = z.object({ backupName: backupNameSchema });

/** A finished copy of the store, opened and checked before it got its name. */
const backupSchema = z
  .object({
    name: z.string().describe('Name of the backup.'),
    sizeBytes: field.sizeBytes,
    createdAt: field.createdAt,
  })
  .meta({ id: 'Backup', description: 'A checked copy of the store.' });
export type BackupView = z.infer<typeof backupSchema>;

/** Creates a copy of the store while it is in use, and opens it to check it. */
export const createBackup = endpoint('POST /station/backup', {
  summary: 'Create a backup',
  reply: backupSchema,
});

/**
 * Lists the backups, newest first. Retained are the newest ten, and the last of each of the past seven days and four
 * weeks.
 */
export const listBackups = endpoint('GET /station/backups', {
  summary: 'List the backups',
  reply: z.object({
    everyHours: z.number().describe('Hours between automatic backups; 0 if they are off.'),
    lastFailure: z
      .object({
        at: field.at,
        code: z.enum(['STORAGE_FULL', 'FAILED']).describe('Stable code of the reason.'),
      })
      .nullable()
      .describe('Why the last automatic backup failed; null if it did not.'),
    items: field.entriesOf(backupSchema),
  }),
});

/** Returns what a backup contains, and what restoring it would lose. Changes nothing. */
export const inspectBackup = endpoint('GET /station/backups/{backupName}', {
  summary: 'Inspect a backup',
  params: backupParams,
  reply: z
    .object({
      ...backupSchema.shape,
      obstacle: z
        .enum(['DAMAGED', 'NEWER', 'OLDER', 'OTHER_STATION'])
        .nullable()
        .describe(
          'Why it cannot be restored; null if it can. `NEWER`: written by a newer Muster. `OLDER`: by one before release 0.1.0.',
        ),
      schema: nullableInt.describe('Schema version of the store; null if the file cannot be opened.'),
      organisations: z.array(z.string()).describe('Names of the organisations.'),
      devices: field.devices,
      enrolled: z.int().describe('Enrolled headsets.'),
      lastHeartbeatAt: field.lastHeartbeatAt,
      wouldLose: z.int().describe('Headsets that are enrolled now and missing from the backup.'),
      isMove: z
        .boolean()
        .describe('True if it comes from another station: restoring makes this station that one.'),
    })
    .meta({ id: 'BackupContents', description: 'What a backup contains, and what restoring it would lose.' }),
  errors: ['NOT_FOUND'],
});

/** Downloads the file, an SQLite database. Passwords in it are encrypted with the station's key. */
export const downloadBackup = endpoint('GET /station/backups/{backupName}/file', {
  summary: 'Download a backup',
  isAudited: true,
  params: backupParams,
  reply: fileReply,
  isFile: true,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE'],
});

/**
 * Restores a backup: the station stops for a moment and starts again with it, at the same URL. The current store
 * becomes a backup. Tokens of programs and sessions stay as they are now; revoked ones stay revoked.
 */
export const restoreBackup = endpoint('POST /station/backups/{backupName}/restore', {
  summary: 'Restore a backup',
  params: backupParams,
  reply: z.object({
    name: field.name,
    keptAs: z
      .string()
      .describe('Backup that holds the present state; it exists once the station answers again.'),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

const copyNameSchema = z
  .string()
  .regex(/^muster-[0-9A-Za-z-]{1,60}\.copy$/, 'Not the name of an encrypted backup');

const copyParams = z.object({ copyName: copyNameSchema });

/** Passphrase of an encrypted backup. It is not stored: without it the backup cannot be opened. */
const passphraseSchema = text(256, 12).describe(
  'Passphrase of the encrypted backup, at least 12 characters. It is not stored.',
);

/**
 * A whole station in one file, encrypted with a passphrase: a backup and the keys that headsets and programs know it
 * by. With it another computer can replace the station. The library is not included.
 */
const copySchema = z
  .object({ name: field.name, sizeBytes: field.sizeBytes, createdAt: field.createdAt })
  .meta({
    id: 'SealedCopy',
    description: 'An encrypted backup with the keys of the station, for moving it to another computer.',
  });
export type CopyView = z.infer<typeof copySchema>;

/**
 * Encrypts a backup with the keys of its station, or uploads an encrypted backup of another station (its bytes). A
 * damaged backup, or one whose keys are not here, is refused, since it would be useless.
 */
export const addCopy = endpoint('POST /station/copies', {
  summary: 'Export or import an encrypted backup',
  takesBytes: true,
  body: z.object({
    backupName: backupNameSchema.describe('Name of the backup.'),
    passphrase: passphraseSchema,
  }),
  reply: copySchema,
  errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'INVALID_VALUE', 'CONFLICT'],
});

/** Lists the encrypted backups, newest first. They stay until a person removes them. */
export const listCopies = endpoint('GET /station/copies', {
  summary: 'List encrypted backups',
  reply: field.listOf(copySchema),
});

/** Downloads the encrypted file, to move it to another computer. */
export const downloadCopy = endpoint('GET /station/copies/{copyName}/file', {
  summary: 'Download an encrypted backup',
  isAudited: true,
  params: copyParams,
  reply: fileReply,
  isFile: true,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE'],
});

/**
 * Decrypts an encrypted backup into a backup that can be inspected and restored like any other. Changes nothing else.
 */
export const openCopy = endpoint('POST /station/copies/{copyName}/open', {
  summary: 'Decrypt an encrypted backup with its passphrase',
  params: copyParams,
  body: z.object({ passphrase: passphraseSchema }),
  reply: backupSchema,
  errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'INVALID_VALUE'],
});

export const removeCopy = endpoint('DELETE /station/copies/{copyName}', {
  summary: 'Remove an encrypted backup',
  params: copyParams,
  reply: z.object({ success: field.success }),
  errors: ['NOT_FOUND'],
});
