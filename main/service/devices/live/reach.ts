import type { DeviceId } from '../../../../shared/contract/ids.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { IfMatch } from '../../kernel/http/if-match.ts';
import type { Records } from '../registry/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** Returns the record if it exists within the caller's reach; another organisation's device counts as absent. */
export function findDevice(
  records: Records,
  id: string,
  caller: Pick<Caller, 'reach'>,
): DeviceRecord | Failure<'DEVICE_NOT_FOUND'> {
  const record = records.devices.find(id);
  if (record === undefined || !caller.reach.has(record.enterpriseId)) return noDevice(id);
  return record;
}

/** Does the same for a write: refuses one for a revision that is no longer current. */
export function findUnchanged(
  records: Records,
  id: string,
  { caller, ifMatch }: { readonly caller: Pick<Caller, 'reach'>; readonly ifMatch: IfMatch },
): DeviceRecord | Failure<'DEVICE_NOT_FOUND' | 'CONFLICT'> {
  const record = findDevice(records, id, caller);
  if (record instanceof Failure || ifMatch === null || ifMatch.has(record.revision)) return record;
  return new Failure('CONFLICT', 'The device was changed since it was read. Read it again before writing.');
}

/** The refusal for an unknown device. */
export function noDevice(id: string): Failure<'DEVICE_NOT_FOUND'> {
  return new Failure('DEVICE_NOT_FOUND', `There is no device ${id.slice(0, 64)}.`);
}

/** Returns the store's key of a device in the caller's reach, including deleted ones. */
export function findKey(records: Records, id: DeviceId, caller: Caller): number | undefined {
  const record = records.devices.find(id);
  if (record !== undefined) return caller.reach.has(record.enterpriseId) ? record.key : undefined;
  const deleted = records.devices.findDeleted(id);
  return deleted !== undefined && caller.reach.has(deleted.enterpriseId) ? deleted.key : undefined;
}
