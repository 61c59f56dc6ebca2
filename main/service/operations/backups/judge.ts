import { join } from 'node:path';

import { type Backup, backupFolder } from '../../kernel/backups/backup.ts';
import { keysBesideBackup } from '../../kernel/backups/backup-keys.ts';
import type { Contents } from '../../kernel/backups/look-inside.ts';
import { lookInThread } from '../../kernel/store/store-thread.ts';
import { newestStep } from './current.ts';
import type { BackupParts } from './parts.ts';

type Obstacle = 'DAMAGED' | 'NEWER' | 'OTHER_STATION';

/** Why a backup cannot be gone back to, in words. */
export const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  DAMAGED: 'This backup is damaged. Nothing was changed.',
  NEWER: 'A newer Muster wrote this backup. Install that version, then go back to it. Nothing was changed.',
  OTHER_STATION: 'This backup is of another station, whose keys are not here. Nothing was changed.',
};

function obstacleOf({ damage, schema }: Contents, lacksKeys: boolean): Obstacle | null {
  if (damage !== null || schema === null) return 'DAMAGED';
  if (schema > newestStep) return 'NEWER';
  return lacksKeys ? 'OTHER_STATION' : null;
}

/** True for a backup that other keys belong to. What is too old to say whose keys goes by the organisation. */
function isOfOther(contents: Contents, { enterpriseId, keyMark }: BackupParts['own']): boolean {
  return contents.keyMark === null ? contents.ownEnterpriseId !== enterpriseId : contents.keyMark !== keyMark;
}

/** What a backup is to this station: what is in it, the keys it would bring, and what stands in the way. */
type Judgement = {
  readonly contents: Contents;
  /** Those of the station that it is of, where that is another one. */
  readonly keys: ReturnType<typeof keysBesideBackup>;
  readonly isMove: boolean;
  readonly obstacle: Obstacle | null;
};

/** Looks into a backup, which changes nothing. */
export async function judge({ core, folder, own }: BackupParts, { name }: Backup): Promise<Judgement> {
  const contents = await lookInThread(core.db.name, join(backupFolder(folder), name));
  const isOther = isOfOther(contents, own);
  const keys = isOther ? keysBesideBackup(folder, name, core.vault) : undefined;
  const isMove = keys !== undefined;
  return { contents, keys, isMove, obstacle: obstacleOf(contents, isOther && !isMove) };
}
