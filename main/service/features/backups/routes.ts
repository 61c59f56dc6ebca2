import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { toInstant, toInstantOrNull } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import { mount, mountFile } from '../../http/mount.ts';
import { type Backup, backupFolder } from '../../store/backup.ts';
import { keysBesideBackup } from '../../store/backup-keys.ts';
import type { Contents } from '../../store/look-inside.ts';
import { lookInThread } from '../../store/store-thread.ts';
import { mountCopies } from './copy-routes.ts';
import { newestStep, openStoreFile } from './current.ts';
import { EVERY_HOURS } from './keeper.ts';
import { type BackupParts, notHere, refuse, sendBackup, view } from './parts.ts';

/** Backups: make, list, look inside, download, go back. They hold every organisation: only the station's own may. */
export function mountBackups(http: FastifyInstance, parts: BackupParts): void {
  const { core, keeper, folder } = parts;
  mountCopies(http, parts);

  mount(
    http,
    contract.createBackup,
    async ({ caller }) => refuse(parts, caller) ?? view(await keeper.make()),
  );

  mount(http, contract.listBackups, ({ caller }) => {
    const { lastFailure } = keeper;
    return (
      refuse(parts, caller) ?? {
        everyHours: EVERY_HOURS,
        lastFailure: lastFailure && { at: toInstant(lastFailure.atMs), code: lastFailure.code },
        items: keeper.list().toReversed().map(view),
      }
    );
  });

  mount(http, contract.inspectBackup, async ({ params, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    const backup = keeper.find(params.backupName);
    if (backup === undefined) return notHere();
    const { contents, isMove, obstacle } = await judge(parts, backup);
    const inIt = new Set(contents.enrolled);
    return {
      ...view(backup),
      obstacle,
      schema: contents.schema,
      organisations: contents.organisations,
      devices: contents.devices,
      enrolled: contents.enrolled.length,
      lastHeartbeatAt: toInstantOrNull(contents.lastHeartbeatAtMs),
      wouldLose: openStoreFile(core.db)
        .enrolled()
        .filter((id) => !inIt.has(id)).length,
      isMove,
    };
  });

  mountFile(http, contract.downloadBackup, async ({ params, caller }, request, reply) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    if (keeper.find(params.backupName) === undefined) return notHere();
    return sendBackup(folder, params.backupName, { request, reply });
  });

  mountGoingBack(http, parts);
}

function mountGoingBack(http: FastifyInstance, parts: BackupParts): void {
  const { core, keeper } = parts;

  mount(http, contract.restoreBackup, async ({ params, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    const backup = keeper.find(params.backupName);
    if (backup === undefined) return notHere();
    const { keys, obstacle } = await judge(parts, backup);
    if (obstacle !== null) return new Failure('CONFLICT', OBSTACLES[obstacle]);
    const keptAs = await parts.restore(backup.name, keys);
    if (keptAs === undefined)
      return new Failure('CONFLICT', 'The station is going back to a backup already.');
    core.log.warn({ backup: backup.name, keptAs }, 'going back to a backup');
    return { name: backup.name, keptAs };
  });
}

type Obstacle = 'DAMAGED' | 'NEWER' | 'OTHER_STATION';

const OBSTACLES: Readonly<Record<Obstacle, string>> = {
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

async function judge({ core, folder, own }: BackupParts, { name }: Backup): Promise<Judgement> {
  const contents = await lookInThread(core.db.name, join(backupFolder(folder), name));
  const isOther = isOfOther(contents, own);
  const keys = isOther ? keysBesideBackup(folder, name, core.vault) : undefined;
  const isMove = keys !== undefined;
  return { contents, keys, isMove, obstacle: obstacleOf(contents, isOther && !isMove) };
}
