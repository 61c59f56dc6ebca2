import type { DeviceId } from '../../../../shared/contract/ids.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import type { CableRun } from './enrol.ts';

/** Returns true for a slot of the cart that is being filled. */
export function isInCart({ recipe }: Pick<CableRun, 'recipe'>, record: DeviceRecord): boolean {
  const group = musterMetadata(record.metadata)?.group;
  return !record.isArchived && (group?.id === recipe.cart || group?.label === recipe.cart);
}

/** Returns the first free slot of the cart, in the order of its places; those that an asset list gives to another headset last. */
export function nextSlot(
  { devices }: Pick<Records, 'devices'>,
  { enterpriseId, recipe }: Pick<CableRun, 'enterpriseId' | 'recipe'>,
  isClaimed: (id: string) => boolean,
): DeviceId | undefined {
  const free = devices
    .idsInCart(enterpriseId, recipe.cart)
    .map((id) => devices.find(id))
    .filter((record) => record !== undefined)
    .filter(({ id, androidId }) => androidId === null && !isClaimed(id))
    .map((record) => {
      const muster = musterMetadata(record.metadata);
      const isListed = Number(muster?.asset !== undefined);
      return { record, isListed, place: muster?.place ?? Number.MAX_SAFE_INTEGER };
    })
    .toSorted(
      (one, other) =>
        one.isListed - other.isListed ||
        one.place - other.place ||
        (one.record.label ?? '').localeCompare(other.record.label ?? '', 'en', { numeric: true }),
    );
  return free[0]?.record.id;
}
