import type {
  BulkCommandResult,
  CommandResult,
  DeviceCommand,
} from '../../../../shared/contract/commands/commands.ts';
import { deviceIdSchema } from '../../../../shared/contract/ids.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { JsonStream } from '../../kernel/http/routes/json-stream.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { toStorageError } from '../../kernel/store/storage-error.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { toError } from '../../devices/changes/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import { type CommandSender, type CommandToSend, FROM_CALLER, notLinked } from './commands.ts';

type Refusal = Failure<'DEVICE_NOT_FOUND' | 'DEVICE_UNREACHABLE' | 'CONFLICT' | 'STATION_STOPPING'>;

/**
 * Sends a command to a headset: over its connection, or into its queue if the command may wait. One that was sent
 * fails if it is not answered in time, even one that could have been queued: it was delivered.
 */
export async function dispatchCommand(
  records: CommandRecords,
  commands: CommandSender,
  record: DeviceRecord,
  command: DeviceCommand,
): Promise<CommandResult | Refusal> {
  const { event, message = {}, expiresInSec } = command;
  if (record.androidId === null || record.isArchived) return notLinked(record.id);
  if (!commands.canReach(record) && expiresInSec !== undefined) {
    return queue(records, commands, record, { event, message, expiresInSec });
  }
  const outcome = await commands.send(record, { event, message }, FROM_CALLER);
  if (outcome instanceof Failure) return outcome;
  return { commandId: outcome.commandId, status: 'answered', answer: { ...outcome.answer } };
}

function queue(
  records: CommandRecords,
  commands: CommandSender,
  record: DeviceRecord,
  { event, message, expiresInSec }: CommandToSend & { readonly expiresInSec: number },
): Promise<CommandResult | Refusal> {
  const { core, pending, events, devices } = records;
  return core.writer.run((afterCommit) => {
    // It may have been deleted since it was looked up.
    if (devices.findByKey(record.key)?.androidId !== record.androidId) return notLinked(record.id);
    if (pending.isFull(record.key))
      return new Failure('CONFLICT', 'Too many commands are already queued for this headset.');
    const nowMs = core.clock.now();
    const expiresAtMs = nowMs + expiresInSec * 1_000;
    const commandId = pending.add(record.key, { event, message, expiresAtMs }, afterCommit);
    const payload = { commandId, event, expiresAt: toInstant(expiresAtMs) };
    recordEvent(events, record.key, { type: 'COMMAND_QUEUED', payload }, nowMs);
    // The headset may have returned meanwhile.
    afterCommit(() => commands.deliverPending(record));
    return { commandId, status: 'queued' as const, expiresAt: toInstant(expiresAtMs) };
  });
}

/**
 * Number of commands queued at once: thousands waiting for the same writer would make every turn of the event loop,
 * and every garbage collection, long.
 */
const QUEUED_PER_BATCH = 64;

/** A command for many, and its headsets. */
type ForMany = {
  readonly ids: readonly string[];
  readonly caller: Caller;
  readonly command: DeviceCommand;
};

/**
 * Sends the same command to many: one result per id in the order of the request; an id that is named twice gets it
 * once.
 */
export async function dispatchCommandToMany(
  records: CommandRecords,
  commands: CommandSender,
  { ids, caller, command }: ForMany,
): Promise<JsonStream<BulkCommandResult[]>> {
  const begun = new Map<string, Promise<BulkCommandResult>>();
  const yielder = new Yielder();
  let queueing: Promise<BulkCommandResult>[] = [];
  for (const id of ids) {
    if (begun.has(id)) continue;
    // A connected headset may take its time to answer: the others do not wait for it.
    const deviceId = deviceIdSchema.safeParse(id);
    const isLinked = deviceId.success && records.core.links.isLinked(deviceId.data);
    const result = issueOne(records, commands, id, { caller, command }).catch((error: unknown) =>
      failed(records, id, error),
    );
    begun.set(id, result);
    if (!isLinked) queueing.push(result);
    if (queueing.length >= QUEUED_PER_BATCH) {
      await Promise.all(queueing);
      queueing = [];
    }
    await yielder.yieldIfDue();
  }
  const results = new Map<string, BulkCommandResult>();
  for (const [id, each] of begun) results.set(id, await each);
  return JsonStream.list(ids.flatMap((id) => results.get(id) ?? []));
}

async function issueOne(
  records: CommandRecords,
  commands: CommandSender,
  id: string,
  { caller, command }: Omit<ForMany, 'ids'>,
): Promise<BulkCommandResult> {
  const record = findDevice(records, id, caller);
  const outcome =
    record instanceof Failure ? record : await dispatchCommand(records, commands, record, command);
  if (outcome instanceof Failure) return { id, success: false, error: toError(outcome) };
  return { id, success: true, ...outcome };
}

/** A disk error for one headset does not fail the others, and is logged. */
function failed({ core }: CommandRecords, id: string, error: unknown): BulkCommandResult {
  // The writer refuses for one reason only.
  if (error instanceof Failure)
    return { id, success: false, error: { code: 'STATION_STOPPING', message: error.message } };
  const storage = toStorageError(error);
  if (storage !== undefined)
    return { id, success: false, error: { code: storage.code, message: storage.message } };
  core.log.error({ err: error, id }, 'a command of many failed');
  return { id, success: false, error: { code: 'INTERNAL', message: 'Internal error of the station.' } };
}
