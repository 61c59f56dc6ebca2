import type { FastifyInstance } from 'fastify';

import { MAX_MESSAGE_CHARACTERS } from '../../../../shared/contract/commands/commands.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { tooMany } from '../../devices/changes/index.ts';
import { announceDevice, findDevice } from '../../devices/live/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import type { CommandSender } from './commands.ts';
import { dispatchCommand, dispatchCommandToMany } from './dispatch.ts';

/** Called inside the caller's transaction when a headset has confirmed un-enrolment. */
export type OnUnenrolled = (records: CommandRecords, record: DeviceRecord, afterCommit: AfterCommit) => void;

/** Serves commands to headsets and their answers. */
export function mountCommands(
  http: FastifyInstance,
  records: CommandRecords,
  { commands, onUnenrolled }: { readonly commands: CommandSender; readonly onUnenrolled: OnUnenrolled },
): void {
  mount(http, contract.sendCommand, ({ params, body, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    return record instanceof Failure ? record : dispatchCommand(records, commands, record, body);
  });

  mount(http, contract.sendCommandToMany, ({ body, caller }) => {
    const { devicesId: ids, settings: command } = body;
    return tooMany(ids) ?? dispatchCommandToMany(records, commands, { ids, caller, command });
  });

  mount(http, contract.answerCommand, async ({ params: { deviceId, commandId }, body, caller }) => {
    const record = findDevice(records, deviceId, caller);
    if (record instanceof Failure) return record;
    if (JSON.stringify(body).length > MAX_MESSAGE_CHARACTERS)
      return new Failure('BATCH_TOO_LARGE', `An answer has at most ${MAX_MESSAGE_CHARACTERS / 1024} KiB.`);
    if (await commands.answer(record, commandId, body)) return undefined;
    return records.core.writer.run((afterCommit) => {
      const outcome = records.pending.answer(record.key, commandId, body);
      if (outcome === 'unenrolled') onUnenrolled(records, record, afterCommit);
      return outcome === undefined ? noCommand() : undefined;
    });
  });

  mount(http, contract.cancelCommand, ({ params: { deviceId, commandId }, caller }) =>
    records.core.writer.run((afterCommit) => {
      const record = findDevice(records, deviceId, caller);
      if (record instanceof Failure) return record;
      const outcome = records.pending.cancel(record.key, commandId, afterCommit);
      if (outcome === undefined) return noCommand();
      if (outcome === 'received') return alreadyReceived();
      if (outcome === 'stays') {
        const changed = { unenrollingSince: null };
        afterCommit(() => announceDevice(records, record, { device: changed, headset: changed }));
      }
      return undefined;
    }),
  );
}

function noCommand(): Failure<'COMMAND_NOT_FOUND'> {
  return new Failure(
    'COMMAND_NOT_FOUND',
    'No such pending command: it was already answered, or it has expired.',
  );
}

function alreadyReceived(): Failure<'CONFLICT'> {
  return new Failure(
    'CONFLICT',
    'The headset already received the request to leave; it cannot be cancelled.',
  );
}
