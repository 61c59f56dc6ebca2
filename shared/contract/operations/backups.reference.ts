import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT } from '../reference/values.ts';

/** A backup. */
export const backupExample = {
  name: 'muster-2026-09-14T08-15-00-000Z.db',
  sizeBytes: 1_048_576,
  createdAt: BEAT_AT,
};

const copy = { name: 'muster-2026-09-14T08-20-00-000Z.copy', sizeBytes: 1_048_960, createdAt: BEAT_AT };

const PASSPHRASE = 'seven words of the reef school cart';

/** Examples of backups. */
export const examples: OperationExamples = {
  createBackup: { reply: backupExample },
  listBackups: { reply: { everyHours: 6, lastFailure: null, items: [backupExample] } },
  inspectBackup: {
    reply: {
      ...backupExample,
      obstacle: null,
      schema: 180,
      organisations: ['Reef School'],
      devices: 32,
      enrolled: 30,
      lastHeartbeatAt: BEAT_AT,
      wouldLose: 2,
      isMove: false,
    },
  },
  restoreBackup: { reply: { name: backupExample.name, keptAs: 'muster-2026-09-14T09-00-00-000Z.db' } },
  addCopy: { body: { backupName: backupExample.name, passphrase: PASSPHRASE }, reply: copy },
  listCopies: { reply: { items: [copy] } },
  openCopy: {
    body: { passphrase: PASSPHRASE },
    reply: { ...backupExample, name: 'muster-2026-09-14T08-15-00-000Z-moved.db' },
  },
  removeCopy: { reply: { success: true } },
};

export const parameters: ParameterNotes = {
  backupName: {
    description: 'Name of the backup, as in the list.',
    example: 'muster-2026-09-14T08-15-00-000Z.db',
  },
  copyName: {
    description: 'Name of the encrypted backup, as in the list.',
    example: 'muster-2026-09-14T08-20-00-000Z.copy',
  },
};

export const descriptions: Descriptions = {
  organisations: 'Names of the organisations.',
  Backup: 'A checked copy of the store.',
  'Backup.name': 'Name of the backup.',
  BackupContents: 'What a backup contains, and what restoring it would lose.',
  obstacle:
    'Why it cannot be restored; null if it can. `NEWER`: written by a newer Muster. `OLDER`: by one before release 0.1.0.',
  wouldLose: 'Headsets that are enrolled now and missing from the backup.',
  isMove: 'True if it comes from another station: restoring makes this station that one.',
  everyHours: 'Hours between automatic backups; 0 if they are off.',
  lastFailure: 'Why the last automatic backup failed; null if it did not.',
  keptAs: 'Backup that holds the present state.',
  SealedCopy: 'An encrypted backup with the keys of the station, for moving it to another computer.',
  backupName: 'Name of the backup.',
  passphrase: 'Passphrase of the encrypted backup, at least 12 characters. It is not stored.',
};
