import { setImmediate as nextTurn } from 'node:timers/promises';

import type {
  BulkCommandResult,
  CommandResult,
  DeviceCommand,
} from '../../../../shared/contract/commands.ts';
import { toInstant } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { type DeviceRecord, findDevice, type Records } from '../devices/index.ts';
import { recordEvent } from '../events/index.ts';
import { type Commands, type CommandToSend, GIVEN, notLinked } from './commands.ts';

type Refusal = Failure<'DEVICE_NOT_FOUND' | 'DEVICE_UNREACHABLE' | 'CONFLICT' | 'STATION_STOPPING'>;

/** Commands of one request that are begun in one turn of the event loop. */
const AT_ONCE = 50;

/**
 * Gives a headset a command: on its link if it has one, else into its queue where the command may wait.
 * One that was sent is over when it is not answered in time, also one that might have waited: it was handed over.
 */
export async function giveCommand(
  records: Records,
  commands: Commands,
  record: DeviceRecord,
  command: DeviceCommand,
): Promise<CommandResult | Refusal> {
  const { event, message = {}, expiresInSec } = command;
  if (record.androidId === null || record.isArchived) return notLinked(record.id);
  if (!commands.canReach(record) && expiresInSec !== undefined) {
    return queue(records, commands, record, { event, message, expiresInSec });
  }
  const outcome = await commands.send(record, { event, message }, GIVEN);
  if (outcome instanceof Failure) return outcome;
  return { commandId: outcome.commandId, status: 'answered', answer: { ...outcome.answer } };
}

function queue(
  records: Records,
  commands: Commands,
  record: DeviceRecord,
  { event, message, expiresInSec }: CommandToSend & { readonly expiresInSec: number },
): Promise<CommandResult | Refusal> {
  const { core, pending, events, devices } = records;
  return core.writer.run((afterCommit) => {
    // It may have been deleted since it was looked up.
    if (devices.findByKey(record.key)?.androidId !== record.androidId) return notLinked(record.id);
    if (pending.isFull(record.key))
      return new Failure('CONFLICT', 'Too many commands wait for this headset already.');
    const nowMs = core.clock.now();
    const expiresAtMs = nowMs + expiresInSec * 1_000;
    const commandId = pending.add(record.key, { event, message, expiresAtMs }, afterCommit);
    recordEvent(events, record.key, { type: 'COMMAND_QUEUED', payload: { commandId, event } }, nowMs);
    // The headset may have come back in between.
    afterCommit(() => commands.handOver(record));
    return { commandId, status: 'queued' as const, expiresAt: toInstant(expiresAtMs) };
  });
}

/** The same command for many: an answer for every id in the order asked; an id that is named twice gets it once. */
export async function giveCommandToMany(
  records: Records,
  commands: Commands,
  ids: readonly string[],
  given: { readonly caller: Caller; readonly command: DeviceCommand },
): Promise<BulkCommandResult[]> {
  const begun = new Map<string, Promise<BulkCommandResult>>();
  for (const id of ids) {
    if (begun.has(id)) continue;
    begun.set(id, giveOne(records, commands, id, given));
    if (begun.size % AT_ONCE === 0) await nextTurn();
  }
  const results = new Map(await Promise.all([...begun].map(async ([id, each]) => [id, await each] as const)));
  return ids.map((id) => results.get(id) ?? { id, success: false });
}

async function giveOne(
  records: Records,
  commands: Commands,
  id: string,
  { caller, command }: { readonly caller: Caller; readonly command: DeviceCommand },
): Promise<BulkCommandResult> {
  const record = findDevice(records, id, caller);
  const outcome = record instanceof Failure ? record : await giveCommand(records, commands, record, command);
  if (outcome instanceof Failure) {
    return { id, success: false, error: { code: outcome.code, message: outcome.message } };
  }
  return { id, success: true, ...outcome };
}
