import { z } from 'zod';

import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { BatteryInfo } from '../../../../shared/contract/configuration/settings/settings.ts';
import { usedShare } from '../../../../shared/domain/devices/headset-state.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import { storagesOf, toStorage } from '../../devices/views/index.ts';
import type { StateRow } from './store.ts';

// Validated in full when received: thousands of these are read for one reply, so only their form is checked.
const batterySchema = z.custom<BatteryInfo>(isObject);

/** Returns the battery as last reported; without fields if never. */
export function batteryOf({ battery }: Pick<StateRow, 'battery'>): BatteryInfo {
  return battery === null ? {} : batterySchema.parse(JSON.parse(battery));
}

/** Returns the fixed volumes as last reported, with the share in use (0 to 1). */
export function storageOf(
  row: Pick<StateRow, 'storages'>,
): (NonNullable<Headset['storage']> & { readonly usage: number }) | null {
  const storage = toStorage(storagesOf(row));
  const usage = usedShare(storage);
  return storage === null || usage === null ? null : { ...storage, usage };
}
