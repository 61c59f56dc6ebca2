import type { FastifyReply, FastifyRequest } from 'fastify';

import type { BackupView } from '../../../../shared/contract/operations/backups.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { StationHost } from '../../kernel/station-host.ts';
import { type Backup, backupFolder } from '../../kernel/backups/backup.ts';
import type { BackupScheduler } from './scheduler.ts';

/** Dependencies of the operations on backups and encrypted backups. */
export type BackupParts = {
  readonly core: Core;
  /** Returns the ids of the headsets that are enrolled now. */
  readonly enrolledIds: () => string[];
  readonly scheduler: BackupScheduler;
  readonly folder: string;
  /** The identity of the station and its keys. */
  readonly own: { readonly enterpriseId: EnterpriseId; readonly keyFingerprint: string };
  /** True for one cell of a central, which must not restore a backup alone. */
  readonly isCell: boolean;
  /** False if backups are made on request only. */
  readonly isScheduled: boolean;
  /** Restarts the station with this backup; returns the name that the current store gets. */
  readonly restore: StationHost['restore'];
};

/** Returns a backup or an encrypted one as in the interface. */
export function view({ name, sizeBytes, createdAtMs }: Backup): BackupView {
  return { name, sizeBytes, createdAt: toInstant(createdAtMs) };
}

/** Backups contain every organisation: only the station's own may access them. */
export function refuse({ own }: Pick<BackupParts, 'own'>, caller: Caller): Failure<'FORBIDDEN'> | undefined {
  return caller.enterpriseId === own.enterpriseId
    ? undefined
    : new Failure('FORBIDDEN', 'Only the station’s own organisation has its backups.');
}

/** Returns the refusal of an unknown name. */
export function backupNotFound(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'There is no backup of this name.');
}

/** Sends a file of the backup folder, whole or a range of it. */
export async function sendBackup(
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
  if (statusCode === 404) return backupNotFound();
  if (statusCode === 412)
    return new Failure('PRECONDITION_FAILED', 'This is not the backup whose upload was started.');
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
