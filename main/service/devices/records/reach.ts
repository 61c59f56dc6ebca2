import type { DeviceId } from '../../../../shared/contract/ids.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { IfMatch } from '../../kernel/http/routes/if-match.ts';
import type { Listed } from '../registry/id-index.ts';
import type { Records } from './records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** What a caller may access: the devices of organisations and, for a person limited to carts, only of those. */
export type Reaching = Pick<Caller, 'reach'> & { readonly carts?: Caller['carts'] };

/** Returns whether a device is within the caller's reach. The cart counts that it is in now. */
export function reaches(
  records: Pick<Records, 'devices'>,
  { reach, carts = null }: Reaching,
  { id, enterpriseId }: { readonly id: string; readonly enterpriseId: string },
): boolean {
  return reach.has(enterpriseId) && (carts === null || records.devices.isInCarts(id, carts));
}

/** Returns the ids of an organisation's devices within the caller's reach, sorted. */
export function idsWithin(
  records: Pick<Records, 'devices' | 'ids'>,
  { carts }: Pick<Caller, 'carts'>,
  enterpriseId: string,
): readonly string[] {
  return carts === null ? records.ids.all(enterpriseId) : records.devices.idsInCarts([enterpriseId], carts);
}

/** Returns the record if it exists within the caller's reach; another device counts as absent. */
export function findDevice(
  records: Records,
  id: string,
  caller: Reaching,
): DeviceRecord | Failure<'DEVICE_NOT_FOUND'> {
  const record = records.devices.find(id);
  if (record === undefined || !reaches(records, caller, record)) return noDevice(id);
  return record;
}

/** Does the same for a write: refuses one for a revision that is no longer current. */
export function findUnchanged(
  records: Records,
  id: string,
  { caller, ifMatch }: { readonly caller: Reaching; readonly ifMatch: IfMatch },
): DeviceRecord | Failure<'DEVICE_NOT_FOUND' | 'CONFLICT'> {
  const record = findDevice(records, id, caller);
  if (record instanceof Failure || ifMatch === null || ifMatch.has(record.revision)) return record;
  return new Failure('CONFLICT', 'The device was changed since it was read. Read it again before writing.');
}

/** The refusal for an unknown device. */
export function noDevice(id: string): Failure<'DEVICE_NOT_FOUND'> {
  return new Failure('DEVICE_NOT_FOUND', `There is no device ${id.slice(0, 64)}.`);
}

/** Returns the store's key of a device in the caller's reach, including deleted ones, which are in no cart. */
export function findKey(records: Records, id: DeviceId, caller: Caller): number | undefined {
  const record = records.devices.find(id);
  if (record !== undefined) return reaches(records, caller, record) ? record.key : undefined;
  const deleted = caller.carts === null ? records.devices.findDeleted(id) : undefined;
  return deleted !== undefined && caller.reach.has(deleted.enterpriseId) ? deleted.key : undefined;
}

/** The devices to list: those of the requested organisation, or of all that the caller reaches. */
export function listable(caller: Caller, enterpriseId: string | undefined): Listed | Failure<'FORBIDDEN'> {
  if (caller.enterpriseId === null) return noOrganisation();
  const { carts } = caller;
  if (enterpriseId === undefined) return { enterpriseIds: [...caller.reach], carts };
  if (!caller.reach.has(enterpriseId))
    return new Failure('FORBIDDEN', 'This organisation is outside the scope of the token.');
  return { enterpriseIds: [enterpriseId], carts };
}
