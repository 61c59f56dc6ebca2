import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import { actOf } from '../../devices/history/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import { exchangeSlots } from '../join/exchange-slots.ts';

type Refusal = Failure<'DEVICE_NOT_FOUND' | 'CONFLICT' | 'VALIDATION_FAILED'>;

/** Swaps name and place of two records inside the caller's transaction; returns both new records. */
export function swapSlots(
  records: Records,
  devicesId: readonly string[],
  caller: Caller,
  afterCommit: AfterCommit,
): DeviceRecord[] | Refusal {
  const [firstId = '', secondId = ''] = devicesId;
  if (firstId === secondId) {
    const message = 'Both are the same slot. Choose two different slots.';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'devicesId.1', message }] });
  }
  const first = findDevice(records, firstId, caller);
  if (first instanceof Failure) return first;
  const second = findDevice(records, secondId, caller);
  if (second instanceof Failure) return second;
  if (first.enterpriseId !== second.enterpriseId)
    return new Failure('CONFLICT', 'They belong to two organisations.');
  if (!mayChange(first, second)) {
    return new Failure(
      'CONFLICT',
      'One of them is archived and was not replaced by the other. Nothing was changed.',
    );
  }
  const changing = changingNow(records, afterCommit, actOf(caller, 'swap'));
  return exchangeSlots(records, first, second, changing);
}

function mayChange(first: DeviceRecord, second: DeviceRecord): boolean {
  if (!first.isArchived && !second.isArchived) return true;
  return first.replacedBy === second.id || second.replacedBy === first.id;
}

/** Returns the place of a record, for the reply. */
export function toSlot({ id, label, metadata }: DeviceRecord) {
  const muster = musterMetadata(metadata);
  return {
    id,
    label,
    cart: muster?.group ?? null,
    shelf: muster?.shelf ?? null,
    place: muster?.place ?? null,
  };
}
