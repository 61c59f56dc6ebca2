import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { BEAT_AT } from '../reference/values.ts';

export const backupExample = {
  name: 'muster-2026-09-14T08-15-00-000Z.db',
  sizeBytes: 1_048_576,
  createdAt: BEAT_AT,
};

const copy = { name: 'muster-2026-09-14T08-20-00-000Z.copy', sizeBytes: 1_048_960, createdAt: BEAT_AT };

const PASSPHRASE = 'seven words of the reef school cart';

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
