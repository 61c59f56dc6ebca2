import type { PushCall } from '../../../../shared/domain/sync/push-calls.ts';
import { isObject, own } from '../../../../shared/domain/sync/values.ts';
import type { Outcome, Refused } from './outcome.ts';
import {
  type CentralDevice,
  isUnreadable,
  readDevice,
  type ReportReply,
  type WriteResult,
} from './readers.ts';
import type { Held } from './requests.ts';
import { versionOfRevision } from './version.ts';

/** The device in an answer; an answer without one is none of this interface. */
export function deviceIn(outcome: Outcome<Held>, isWrite: boolean): Outcome<CentralDevice> {
  if (outcome.kind !== 'ok') return outcome;
  const { json, version } = outcome.value;
  const device = readDevice(json);
  if (!isUnreadable(device)) return { kind: 'ok', value: { ...device, version } };
  const fault = { reason: 'NOT_THIS_INTERFACE', message: device.reason } as const;
  return { kind: isWrite ? 'unknownOutcome' : 'broken', fault };
}

/** What became of each device of a call that the central took. */
export function resultsOf(call: PushCall, { json: value, version }: Held): WriteResult[] {
  const [only] = call.ids;
  if (call.ids.length === 1 && only !== undefined && !Array.isArray(value)) {
    // Any program answers 200: only one that names the device has written it.
    if (!isAbout(value, only)) return [{ id: only, ok: 'unclear' }];
    return [{ id: only, ok: true, device: deviceOf(value), version }];
  }
  const byId = new Map<unknown, unknown>();
  for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : []) {
    if (isObject(entry)) byId.set(own(entry, 'id') ?? own(entry, 'deviceId'), entry);
  }
  return call.ids.map((id) => resultOf(id, byId.get(id)));
}

/** True where an answer shows or names a device, as the interface has it. */
function isAbout(value: unknown, id: string): boolean {
  if (!isObject(value)) return false;
  const device = own(value, 'device');
  return [
    own(value, 'id'),
    own(value, 'deviceId'),
    isObject(device) ? own(device, 'id') : undefined,
  ].includes(id);
}

/** Whether an answer to an order says that it was taken: it names the device, or says that it succeeded. */
export function isTaken(value: unknown, id: string): boolean {
  return isAbout(value, id) || (isObject(value) && own(value, 'success') === true);
}

/** A refusal as what it means for each device of the call. */
export function refusedEach(call: PushCall, { status, code, message }: Refused): WriteResult[] {
  return call.ids.map((id) => ({ id, ok: false, status, code, message }));
}

/** `{id, response: {device, success}}` for configure, `{id, success, …}` or a device elsewhere: not all of it is documented. */
function resultOf(id: string, entry: unknown): WriteResult {
  if (!isObject(entry)) return { id, ok: 'unclear' };
  const response = own(entry, 'response');
  const said = isObject(response) ? response : entry;
  const error = own(entry, 'error') ?? own(said, 'error');
  if (own(said, 'success') === false || (error !== undefined && error !== null)) return failed(id, error);
  const device = own(said, 'device');
  const version = versionOfRevision(own(isObject(device) ? device : said, 'revision'));
  return { id, ok: true, device: deviceOf(said), version };
}

function failed(id: string, error: unknown): WriteResult {
  const code = isObject(error) ? own(error, 'code') : undefined;
  const message = isObject(error) ? own(error, 'message') : error;
  return {
    id,
    ok: false,
    status: undefined,
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message.slice(0, 1_000) : 'The central refused it.',
  };
}

/** The record as it is after the write, where the answer shows it. */
function deviceOf(value: unknown): CentralDevice | undefined {
  const record = isObject(value) && isObject(own(value, 'device')) ? own(value, 'device') : value;
  if (!isObject(record) || own(record, 'settings') === undefined) return undefined;
  const device = readDevice(record);
  return isUnreadable(device) ? undefined : device;
}

/** The slots that an answer says are there now. */
export function madeSlots(value: unknown): ReadonlySet<string> {
  const entries = Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];
  const made = entries.filter((each) => own(each, 'success') === true).map((each) => own(each, 'id'));
  return new Set(made.filter((id) => typeof id === 'string'));
}

/** What the answer to a report acknowledges. */
export function reportReply(value: unknown, id: string): ReportReply {
  const acknowledged = isObject(value) ? own(value, 'acknowledged') : undefined;
  const rejected = isObject(value) ? own(value, 'rejected') : undefined;
  const said = isObject(value) ? own(value, 'id') : undefined;
  const isNamed = said === undefined ? Array.isArray(acknowledged) || isTaken(value, id) : said === id;
  return {
    isAnswer: isNamed,
    acknowledged: Array.isArray(acknowledged)
      ? acknowledged.filter((id): id is string => typeof id === 'string')
      : undefined,
    rejected: (Array.isArray(rejected) ? (rejected as readonly unknown[]) : [])
      .filter(isObject)
      .map((each) => {
        const [eventId, reason] = [own(each, 'eventId'), own(each, 'reason')];
        return {
          eventId: typeof eventId === 'string' ? eventId : null,
          reason: typeof reason === 'string' ? reason.slice(0, 1_000) : '',
        };
      }),
  };
}
