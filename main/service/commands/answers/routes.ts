import type { FastifyInstance } from 'fastify';

import { MAX_MESSAGE_CHARACTERS } from '../../../../shared/contract/commands/commands.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { CommandSender } from '../orders/commands.ts';
import { noCommand } from '../orders/routes.ts';
import type { CommandRecords } from '../pending/records.ts';
import { releaseHeadset } from './release.ts';

/** Serves the answers of headsets to commands. */
export function mountAnswers(http: FastifyInstance, records: CommandRecords, commands: CommandSender): void {
  mount(http, contract.answerCommand, async ({ params: { deviceId, commandId }, body, caller }) => {
    const record = findDevice(records, deviceId, caller);
    if (record instanceof Failure) return record;
    if (JSON.stringify(body).length > MAX_MESSAGE_CHARACTERS)
      return new Failure('BATCH_TOO_LARGE', `An answer has at most ${MAX_MESSAGE_CHARACTERS / 1024} KiB.`);
    if (await commands.answer(record, commandId, body)) return undefined;
    return records.core.writer.run((afterCommit) => {
      const outcome = records.pending.answer(record.key, commandId, body);
      if (outcome === 'unenrolled') releaseHeadset(records, record, afterCommit);
      return outcome === undefined ? noCommand() : undefined;
    });
  });
}
