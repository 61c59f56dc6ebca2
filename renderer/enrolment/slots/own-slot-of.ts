import type { Headset } from '../../../shared/contract/devices/fleet.ts';

/**
 * Returns the slot that an asset list gives to a headset by the MAC address that it reports; undefined if it is in that
 * slot, or no list names it.
 */
export function ownSlotOf(
  { id, androidId, macAddress, asset, isArchived }: Headset,
  byId: Readonly<Record<string, Headset>>,
): Headset | undefined {
  if (androidId === null || macAddress === null || isArchived || asset?.macAddress === macAddress)
    return undefined;
  return Object.values(byId).find(
    (each) => each.id !== id && !each.isArchived && each.asset?.macAddress === macAddress,
  );
}
