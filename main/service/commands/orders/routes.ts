import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { tooMany } from '../../devices/changes/index.ts';
import { announceDevice, findDevice } from '../../devices/live/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import type { CommandSender } from './commands.ts';
import { dispatchCommand, dispatchCommandToMany } from './dispatch.ts';

/** Serves commands to headsets. */
export function mountCommands(http: FastifyInstance, records: CommandRecords, commands: CommandSender): void {
  mount(http, contract.sendCommand, ({ params, body, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    return record instanceof Failure ? record : dispatchCommand(records, commands, record, body);
  });

  mount(http, contract.sendCommandToMany, ({ body, caller }) => {
    const { devicesId: ids, settings: command } = body;
    return tooMany(ids) ?? dispatchCommandToMany(records, commands, { ids, caller, command });
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

/** The refusal for a command that is not pending. */
export function noCommand(): Failure<'COMMAND_NOT_FOUND'> {
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
