import { Failure } from '../../kernel/failure.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import type { ViewResponse } from './view-command.ts';
import type { Watching } from './watching.ts';
import type { ViewPermissions } from './permission-store.ts';

/** Returns whether this role may view a headset, as a technician decided for its cart. */
export function mayView(
  permissions: ViewPermissions,
  record: DeviceRecord,
  { role, carts }: Pick<Watching, 'role' | 'carts'>,
): boolean {
  const cartId = musterMetadata(record.metadata)?.group?.id ?? null;
  // It was moved to another cart.
  if (carts !== null && (cartId === null || !carts.includes(cartId))) return false;
  // A practice headset has no wearer.
  if (record.isPractice) return true;
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

/** Returns the refusal of a wearer. */
export function wearerRefuses(): Failure<'VIEW_REFUSED'> {
  return new Failure('VIEW_REFUSED', 'The wearer does not want to be watched now.');
}

/** Returns the refusal for a headset that did not answer an offer as it should. */
export function unanswered(is: ViewResponse['is']): Failure<'VIEW_REFUSED' | 'DEVICE_UNREACHABLE'> {
  if (is === 'refused') return wearerRefuses();
  const text = {
    accepted: 'The headset’s answer made no sense, or the view was ended meanwhile.',
    unsupported: 'The agent of this headset cannot show what it sees.',
    unreachable: 'The headset did not answer in time.',
  }[is];
  return new Failure('DEVICE_UNREACHABLE', text);
}
