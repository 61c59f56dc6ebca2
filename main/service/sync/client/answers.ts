import type { PushCall } from '../rules/push-calls.ts';
import { isObject, own } from '../rules/values.ts';
import type { Outcome, Refused } from '../wire/outcome.ts';
import {
  type CentralDevice,
  isUnreadable,
  readDevice,
  type ReportReply,
  type WriteResult,
} from './readers.ts';
import type { ParsedAnswer } from './requests.ts';
import { versionOfRevision } from '../wire/version.ts';

/** Returns the device in an answer. An answer without a device does not follow the interface. */
export function deviceIn(outcome: Outcome<ParsedAnswer>, isWrite: boolean): Outcome<CentralDevice> {
  if (outcome.kind !== 'ok') return outcome;
  const { json, version } = outcome.value;
  const device = readDevice(json);
  if (!isUnreadable(device)) return { kind: 'ok', value: { ...device, version } };
  const fault = { reason: 'NOT_THIS_INTERFACE', message: device.reason } as const;
  return { kind: isWrite ? 'unknownOutcome' : 'broken', fault };
}

/** Returns the result for each device of a call that the central accepted. */
export function resultsOf(call: PushCall, { json: value, version }: ParsedAnswer): WriteResult[] {
  const [only] = call.ids;
  if (call.ids.length === 1 && only !== undefined && !Array.isArray(value)) {
    // Any web server may answer 200. Only an answer that names the device confirms the write.
    if (!isAbout(value, only)) return [{ id: only, ok: 'unclear' }];
    return [{ id: only, ok: true, version }];
  }
  const byId = new Map<unknown, unknown>();
  for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : []) {
    if (isObject(entry)) byId.set(own(entry, 'id') ?? own(entry, 'deviceId'), entry);
  }
  return call.ids.map((id) => resultOf(id, byId.get(id)));
}

/** True if an answer contains or names the device, in one of the forms of the interface. */
function isAbout(value: unknown, id: string): boolean {
  if (!isObject(value)) return false;
  const device = own(value, 'device');
  return [
    own(value, 'id'),
    own(value, 'deviceId'),
    isObject(device) ? own(device, 'id') : undefined,
  ].includes(id);
}

/** True if an answer confirms an order: it names the device or reports success. */
export function isConfirmed(value: unknown, id: string): boolean {
  return isAbout(value, id) || (isObject(value) && own(value, 'success') === true);
}

/** Turns a refusal of the whole call into one result per device. */
export function refusedEach(call: PushCall, { status, code, message }: Refused): WriteResult[] {
  return call.ids.map((id) => ({ id, ok: false, status, code, message }));
}

/**
 * Reads `{id, response: {device, success}}` (configure), `{id, success, …}` or a device (other calls). Not all of it is
 * documented.
 */
function resultOf(id: string, entry: unknown): WriteResult {
  if (!isObject(entry)) return { id, ok: 'unclear' };
  const response = own(entry, 'response');
  const body = isObject(response) ? response : entry;
  const error = own(entry, 'error') ?? own(body, 'error');
  if (own(body, 'success') === false || (error !== undefined && error !== null)) return failed(id, error);
  const device = own(body, 'device');
  const version = versionOfRevision(own(isObject(device) ? device : body, 'revision'));
  return { id, ok: true, version };
}

function failed(id: string, error: unknown): WriteResult {
  const code = isObject(error) ? own(error, 'code') : undefined;
  const message = isObject(error) ? own(error, 'message') : error;
  return {
    id,
    ok: false,
    status: undefined,
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message.slice(0, 1_000) : 'It was refused.',
  };
}

/** Returns the ids of the slots that the answer confirms. */
export function createdSlots(value: unknown): ReadonlySet<string> {
  const entries = Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];
  const created = entries.filter((each) => own(each, 'success') === true).map((each) => own(each, 'id'));
  return new Set(created.filter((id) => typeof id === 'string'));
}

/** Returns which events of a report the central acknowledged and rejected. */
export function reportReply(value: unknown, id: string): ReportReply {
  const acknowledged = isObject(value) ? own(value, 'acknowledged') : undefined;
  const rejected = isObject(value) ? own(value, 'rejected') : undefined;
  const body = isObject(value) ? own(value, 'id') : undefined;
  const isNamed = body === undefined ? Array.isArray(acknowledged) || isConfirmed(value, id) : body === id;
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
