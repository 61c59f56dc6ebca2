import { Failure } from '../../kernel/failure.ts';
import { type DeviceRecord, musterMetadata } from '../../devices/index.ts';
import type { Watching } from './watching.ts';
import type { ViewPermissions } from './permission-store.ts';

/** Returns whether this role may view a headset, as a technician decided for its cart. */
export function mayLook(
  permissions: ViewPermissions,
  record: DeviceRecord,
  { role }: Pick<Watching, 'role'>,
): boolean {
  // Nobody wears a practice headset.
  if (record.isPractice) return true;
  const cartId = musterMetadata(record.metadata)?.group?.id ?? null;
  const decided = permissions.find(record.enterpriseId, cartId);
  if (decided?.isAllowed !== true) return false;
  return role !== 'viewer' || decided.viewersMay;
}

/** Returns the refusal for callers without permission. */
export function notAllowed(): Failure<'VIEWS_NOT_ALLOWED'> {
  return new Failure(
    'VIEWS_NOT_ALLOWED',
    'Views of this cart are off, or off for your role. A technician can allow them.',
  );
}
