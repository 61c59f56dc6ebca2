import { create } from 'zustand';

import { type DeviceGroup, listGroups } from '../../../shared/contract/devices/groups.ts';
import { call, isRefused } from '../../service/api.ts';

/** The groups of the fleet, by name; empty until loaded. */
export const useGroups = create<{ readonly items: readonly DeviceGroup[] }>(() => ({ items: [] }));

/** Reloads the groups; keeps the previous ones on failure. */
export async function readGroups(): Promise<void> {
  const outcome = await call(listGroups, {});
  if (!isRefused(outcome)) useGroups.setState({ items: outcome.reply.items });
}
