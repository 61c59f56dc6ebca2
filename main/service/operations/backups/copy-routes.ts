import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount, mountFile } from '../../kernel/http/routes/mount.ts';
import { mountBytes } from '../../kernel/http/routes/mount-bytes.ts';
import { SealedCopyError } from '../../kernel/backups/sealed-copy.ts';
import { SealedCopies } from './copies.ts';
import { judge, OBSTACLES } from './judge.ts';
import { type BackupParts, backupNotFound, refuse, sendBackup, view } from './parts.ts';

/** Serves encrypted backups: a whole station in a file with which another computer can replace it. */
export function mountCopies(http: FastifyInstance, parts: BackupParts): void {
  const { core, scheduler, folder } = parts;
  const copies = new SealedCopies(core, folder);

  mountBytes(http, contract.addCopy, {
    async bytes({ caller, bytes }) {
      const refusal = refuse(parts, caller);
      if (refusal !== undefined) return refusal;
      const copy = await orFailure(() => copies.importCopy(bytes.stream, bytes.lengthBytes));
      return copy instanceof Failure ? copy : view(copy);
    },
    async json({ body: { backupName, passphrase }, caller }) {
      const refusal = refuse(parts, caller);
      if (refusal !== undefined) return refusal;
      const backup = scheduler.find(backupName);
      if (backup === undefined) return backupNotFound();
      const { keys, obstacle } = await judge(parts, backup);
      // A backup that is too new for this Muster still works on the next computer.
      if (obstacle !== null && obstacle !== 'NEWER') return new Failure('CONFLICT', OBSTACLES[obstacle]);
      return view(await copies.make(backup, passphrase, keys));
    },
  });

  mount(
    http,
    contract.listCopies,
    async ({ caller }) => refuse(parts, caller) ?? { items: (await copies.list()).map(view) },
  );

  mountFile(http, contract.downloadCopy, async ({ params, caller }, request, reply) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    if ((await copies.find(params.copyName)) === undefined) return backupNotFound();
    return sendBackup(folder, params.copyName, { request, reply });
  });

  mount(http, contract.openCopy, async ({ params, body, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    const copy = await copies.find(params.copyName);
    if (copy === undefined) return backupNotFound();
    const name = await orFailure(() => copies.open(copy, body.passphrase));
    if (name instanceof Failure) return name;
    const backup = scheduler.find(name);
    return backup === undefined ? backupNotFound() : view(backup);
  });

  mount(http, contract.removeCopy, async ({ params, caller }) => {
    const refusal = refuse(parts, caller);
    if (refusal !== undefined) return refusal;
    if ((await copies.find(params.copyName)) === undefined) return backupNotFound();
    copies.remove(params.copyName);
    return { success: true as const };
  });
}

/** Converts a file that is not an encrypted backup, or cannot be decrypted, into a refusal. */
async function orFailure<Result>(work: () => Promise<Result>): Promise<Result | Failure<'INVALID_VALUE'>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SealedCopyError)
      return new Failure('INVALID_VALUE', `${error.message} Nothing was changed.`);
    throw error;
  }
}
