import { create } from 'zustand';

import { type DeviceGroup, listGroups } from '../../../shared/contract/devices/groups.ts';
import { call, isRefused } from '../../service/api.ts';

/** The named groups of the fleet, by name; empty until they were read. */
export const useGroups = create<{ readonly items: readonly DeviceGroup[] }>(() => ({ items: [] }));

/** Reads the groups again; keeps the earlier ones when they cannot be had. */
export async function readGroups(): Promise<void> {
  const outcome = await call(listGroups, {});
  if (!isRefused(outcome)) useGroups.setState({ items: outcome.reply.items });
}
