import { join } from 'node:path';

import { type Backup, backupFolder } from '../../kernel/backups/backup.ts';
import { keysBesideBackup } from '../../kernel/backups/backup-keys.ts';
import type { Contents } from '../../kernel/store/inspect-copy.ts';
import { inspectInThread } from '../../kernel/store/store-thread.ts';
import { isFromPast } from '../../kernel/store/migrate.ts';
import { migrations } from '../../kernel/store/migrations/index.ts';
import type { BackupParts } from './parts.ts';

/** The newest schema version of this Muster. */
const newestStep = migrations.at(-1)?.id ?? 0;

type Obstacle = 'DAMAGED' | 'NEWER' | 'OLDER' | 'OTHER_STATION';

/** Why a backup cannot be restored, in English. */
export const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  DAMAGED: 'This backup is damaged. Nothing was changed.',
  NEWER: 'A newer Muster wrote this backup. Install that version, then go back to it. Nothing was changed.',
  OLDER:
    'A Muster before release 0.1.0 wrote this backup, and this version cannot read it. Choose a newer backup. Nothing was changed.',
  OTHER_STATION: 'This backup is of another station, whose keys are not here. Nothing was changed.',
};

function obstacleOf({ damage, schema }: Contents, lacksKeys: boolean): Obstacle | null {
  if (damage !== null || schema === null) return 'DAMAGED';
  if (schema > newestStep) return 'NEWER';
  if (isFromPast(schema, migrations)) return 'OLDER';
  return lacksKeys ? 'OTHER_STATION' : null;
}

/** A backup in relation to this station: its contents, its keys, and what prevents restoring it. */
type Judgement = {
  readonly contents: Contents;
  /** The keys of the station it comes from, if that is another one. */
  readonly keys: ReturnType<typeof keysBesideBackup>;
  readonly isMove: boolean;
  readonly obstacle: Obstacle | null;
};

/** Inspects a backup. Changes nothing. */
export async function judge({ core, folder, own }: BackupParts, { name }: Backup): Promise<Judgement> {
  const contents = await inspectInThread(core.db.name, join(backupFolder(folder), name));
  const isOther = contents.keyFingerprint !== own.keyFingerprint;
  const keys = isOther ? keysBesideBackup(folder, name, core.vault) : undefined;
  const isMove = keys !== undefined;
  return { contents, keys, isMove, obstacle: obstacleOf(contents, isOther && !isMove) };
}
