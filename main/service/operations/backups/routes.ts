import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount, mountFile } from '../../kernel/http/routes/mount.ts';
import { mountCopies } from './copy-routes.ts';
import { judge, OBSTACLES } from './judge.ts';
import { EVERY_HOURS } from './scheduler.ts';
import { type BackupParts, backupNotFound, refuse, sendBackup, view } from './parts.ts';

/**
 * Serves backups: create, list, inspect, download, restore. They contain every organisation: only the station's own
 * may.
 */
export function mountBackups(http: FastifyInstance, parts: BackupParts): void {
  const { scheduler, folder } = parts;
  mountCopies(http, parts);

  mount(
    http,
    contract.createBackup,
    async ({ caller }) => refuse(parts, caller) ?? view(await scheduler.make()),
  );

  mount(http, contract.listBackups, ({ caller }) => {
    const { lastFailure } = scheduler;
    return (
      refuse(parts, caller) ?? {
        everyHours: parts.isScheduled ? EVERY_HOURS : 0,
        lastFailure: lastFailure && { at: toInstant(lastFailure.atMs), code: lastFailure.code },
        items: scheduler.list().toReversed().map(view),
      }
    );
  });

  mount(http, contract.inspectBackup, async ({ params, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    const backup = scheduler.find(params.backupName);
    if (backup === undefined) return backupNotFound();
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
      wouldLose: parts.enrolledIds().filter((id) => !inIt.has(id)).length,
      isMove,
    };
  });

  mountFile(http, contract.downloadBackup, async ({ params, caller }, request, reply) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    if (scheduler.find(params.backupName) === undefined) return backupNotFound();
    return sendBackup(folder, params.backupName, { request, reply });
  });

  mountRestore(http, parts);
}

function mountRestore(http: FastifyInstance, parts: BackupParts): void {
  const { core, scheduler } = parts;

  mount(http, contract.restoreBackup, async ({ params, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    // The routers and the other cells know of later events; its own backup does not.
    if (parts.isCell)
      return new Failure('CONFLICT', 'A cell goes back to a snapshot of its volume: see docs/central.md.');
    const backup = scheduler.find(params.backupName);
    if (backup === undefined) return backupNotFound();
    const { keys, obstacle } = await judge(parts, backup);
    if (obstacle !== null) return new Failure('CONFLICT', OBSTACLES[obstacle]);
    const backupOfPrevious = await parts.restore(backup.name, keys);
    if (backupOfPrevious === undefined)
      return new Failure('CONFLICT', 'The station is already restoring a backup.');
    core.log.warn({ backup: backup.name, keptAs: backupOfPrevious }, 'going back to a backup');
    return { name: backup.name, keptAs: backupOfPrevious };
  });
}
