import { z } from 'zod';

import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { BatteryInfo } from '../../../../shared/contract/configuration/settings.ts';
import { usedShare } from '../../../../shared/domain/devices/headset-state.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import { storagesOf, toStorage } from '../../devices/index.ts';
import type { StateRow } from './store.ts';

// Checked to the last field when it came in: thousands of these are read for one answer, so only their form is looked at.
const batterySchema = z.custom<BatteryInfo>(isObject);

/** The battery as it was last reported; without fields where it never was. */
export function batteryOf({ battery }: Pick<StateRow, 'battery'>): BatteryInfo {
  return battery === null ? {} : batterySchema.parse(JSON.parse(battery));
}

/** The fixed volumes as they were last reported, with the share that is in use (0 to 1). */
export function storageOf(
  row: Pick<StateRow, 'storages'>,
): (NonNullable<Headset['storage']> & { readonly usage: number }) | null {
  const storage = toStorage(storagesOf(row));
  const usage = usedShare(storage);
  return storage === null || usage === null ? null : { ...storage, usage };
}
