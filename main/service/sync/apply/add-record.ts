import { randomBytes } from 'node:crypto';

import { androidIdSchema, type DeviceId, deviceIdSchema } from '../../../../shared/contract/ids.ts';
import type { CentralDevice } from '../client/readers.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { toHeadset } from '../../devices/views/index.ts';
import type { SyncParts } from '../records/parts.ts';

/** Finds an unlinked local device that is the same as a device of the central: by its id, or by its headset. */
export function findMatch(
  { records, stores, enterpriseId }: SyncParts,
  device: CentralDevice,
): DeviceRecord | undefined {
  const { devices } = records;
  const candidates = [
    devices.find(device.id),
    ...(device.androidId === null
      ? []
      : devices.findByAndroidId(androidIdSchema.safeParse(device.androidId).data ?? NOBODY)),
  ];
  return candidates.find(
    (each) =>
      each !== undefined &&
      each.enterpriseId === enterpriseId &&
      !each.isPractice &&
      !each.isArchived &&
      stores.links.find(each.key) === undefined,
  );
}

/** No headset has this id. */
const NOBODY = androidIdSchema.parse('-');

/**
 * Adds and links a record for a device of the central, inside the caller's transaction. It keeps the central's id if
 * possible, and the enrolment token, so that its headset can be enrolled without internet.
 */
export function addRecord(
  parts: SyncParts,
  device: Pick<CentralDevice, 'id' | 'enrollmentToken' | 'type'>,
  afterCommit: AfterCommit,
): DeviceRecord {
  const { records, stores, enterpriseId } = parts;
  const { devices, core, ids } = records;
  const id = freeId(parts, device.id);
  const isTokenFree =
    device.enrollmentToken !== null &&
    device.enrollmentToken.length <= 512 &&
    devices.findByEnrollmentToken(device.enrollmentToken) === undefined;
  devices.add({
    id,
    enterpriseId,
    label: null,
    enrollmentToken:
      isTokenFree && device.enrollmentToken !== null
        ? device.enrollmentToken
        : randomBytes(24).toString('base64url'),
    typeId: typeOf(parts, device),
    metadata: '{}',
    isPractice: false,
    createdAtMs: core.clock.now(),
  });
  const record = devices.find(id);
  if (record === undefined) throw new Error('A device that was just added is gone');
  stores.links.add(record.key, device.id);
  afterCommit(() => {
    ids.added(enterpriseId, id);
    const now = devices.find(id);
    if (now !== undefined) announceDevice(records, now, { headset: toHeadset(records, now) });
  });
  return record;
}

/** Returns the central's id, or a new one if it has another form or is already used here. */
function freeId({ records: { devices } }: SyncParts, upstreamId: string): DeviceId {
  const preferred = deviceIdSchema.safeParse(upstreamId);
  const isFree =
    preferred.success &&
    devices.find(preferred.data) === undefined &&
    devices.findDeleted(preferred.data) === undefined;
  return isFree ? preferred.data : deviceIdSchema.parse(newId());
}

/** Returns the id of the model that the central names. */
export function typeOf(
  { records, enterpriseId }: SyncParts,
  { type }: Pick<CentralDevice, 'type'>,
): string | null {
  const name = type?.['name'];
  if (typeof name !== 'string' || name === '' || name.length > 128) return null;
  const product = type?.['product'];
  const known = typeof product === 'string' && product !== '' ? product.slice(0, 128) : name;
  return records.types.recognise(enterpriseId, name, known)?.id ?? null;
}
