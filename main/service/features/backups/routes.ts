import { join } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { BackupView } from '../../../../shared/contract/backups.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant, toInstantOrNull } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { mount, mountFile } from '../../http/mount.ts';
import { type Backup, backupFolder } from '../../store/backup.ts';
import { newestStep, openStoreFile } from './current.ts';
import type { Contents } from '../../store/look-inside.ts';
import { lookInThread } from '../../store/store-thread.ts';
import { EVERY_HOURS, type BackupKeeper } from './keeper.ts';

export type BackupParts = {
  readonly core: Core;
  readonly keeper: BackupKeeper;
  readonly folder: string;
  readonly ownEnterpriseId: EnterpriseId;
  /** Has the station stop and start again with this backup; answers the name that the present store gets. */
  readonly restore: (name: string) => Promise<string | undefined>;
};

/** Backups: make, list, look inside, download, go back. They hold every organisation: only the station's own may. */
export function mountBackups(http: FastifyInstance, parts: BackupParts): void {
  const { core, keeper } = parts;

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
    const backup = find(keeper, params.backupName);
    if (backup === undefined) return notHere();
    const contents = await look(parts, backup);
    const inIt = new Set(contents.enrolled);
    return {
      ...view(backup),
      obstacle: obstacleOf(contents, parts.ownEnterpriseId),
      schema: contents.schema,
      organisations: contents.organisations,
      devices: contents.devices,
      enrolled: contents.enrolled.length,
      lastHeartbeatAt: toInstantOrNull(contents.lastHeartbeatAtMs),
      wouldLose: openStoreFile(core.db)
        .enrolled()
        .filter((id) => !inIt.has(id)).length,
    };
  });

  mountFile(http, contract.downloadBackup, async ({ params, caller }, request, reply) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    if (find(keeper, params.backupName) === undefined) return notHere();
    return sendBackup(parts.folder, params.backupName, { request, reply });
  });

  mount(http, contract.restoreBackup, async ({ params, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    const backup = find(keeper, params.backupName);
    if (backup === undefined) return notHere();
    const obstacle = obstacleOf(await look(parts, backup), parts.ownEnterpriseId);
    if (obstacle !== null) return new Failure('CONFLICT', OBSTACLES[obstacle]);
    const keptAs = await parts.restore(backup.name);
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

function obstacleOf(contents: Contents, ownEnterpriseId: string): Obstacle | null {
  if (contents.damage !== null || contents.schema === null) return 'DAMAGED';
  if (contents.schema > newestStep) return 'NEWER';
  return contents.ownEnterpriseId === ownEnterpriseId ? null : 'OTHER_STATION';
}

function look({ core, folder }: BackupParts, { name }: Backup): Promise<Contents> {
  return lookInThread(core.db.name, join(backupFolder(folder), name));
}

function find(keeper: BackupKeeper, name: string): Backup | undefined {
  return keeper.list().find((each) => each.name === name);
}

function view({ name, sizeBytes, createdAtMs }: Backup): BackupView {
  return { name, sizeBytes, createdAt: toInstant(createdAtMs) };
}

function refuse({ ownEnterpriseId }: BackupParts, caller: Caller): Failure<'FORBIDDEN'> | undefined {
  return caller.enterpriseId === ownEnterpriseId
    ? undefined
    : new Failure('FORBIDDEN', 'Only the station’s own organisation has its backups.');
}

function notHere(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'There is no backup of this name.');
}

/** Sends the file, whole or a range of it. */
async function sendBackup(
  folder: string,
  name: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Failure<'NOT_FOUND' | 'PRECONDITION_FAILED' | 'RANGE_NOT_SATISFIABLE'> | undefined> {
  const { default: send } = await import('@fastify/send');
  const { statusCode, headers, stream } = await send(request.raw, `/${name}`, {
    root: backupFolder(folder),
    index: false,
    cacheControl: false,
  });
  if (statusCode === 404) return notHere();
  if (statusCode === 412)
    return new Failure('PRECONDITION_FAILED', 'The backup is not the one that was begun.');
  if (statusCode === 416) return new Failure('RANGE_NOT_SATISFIABLE', 'The backup has none of these bytes.');
  void reply
    .code(statusCode)
    .headers(headers)
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(stream);
  return undefined;
}
