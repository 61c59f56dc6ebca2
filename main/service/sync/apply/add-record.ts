import { androidIdSchema, type DeviceId, deviceIdSchema } from '../../../../shared/contract/ids.ts';
import type { CentralDevice } from '../client/readers.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { newEnrolmentToken } from '../../devices/registry/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { toHeadset } from '../../devices/views/index.ts';
import type { SyncParts } from '../records/parts.ts';

/** The ids of a device of the central. */
type Named = Pick<CentralDevice, 'id'> & Partial<Pick<CentralDevice, 'alias'>>;

/**
 * Finds the unlinked local record of a slot of the central by the id of the slot, whichever records it has gone on in.
 * Only a slot that was never known here under this id may be known under another one.
 */
export function findSlot(
  { records, stores, enterpriseId }: SyncParts,
  device: Named,
): DeviceRecord | undefined {
  const { devices } = records;
  // The slot was given up in this connection, and goes on from there.
  if (stores.links.findFormer(device.id) !== undefined) return undefined;
  const slot = slotIdAtCentral(device);
  const isCandidate = (record: DeviceRecord | undefined): record is DeviceRecord =>
    record !== undefined &&
    record.enterpriseId === enterpriseId &&
    !record.isPractice &&
    stores.links.find(record.key) === undefined;
  const record = devices.find(devices.idByAlias(slot) ?? slot);
  if (record !== undefined && devices.slotIdOf(record) === slot)
    return isCandidate(record) ? record : undefined;
  if (devices.findDeleted(slot) !== undefined) return undefined;
  const others = [slot, devices.idByAlias(device.id), device.id]
    .map((id) => (id === undefined ? undefined : devices.find(id)))
    .filter(isCandidate);
  return others.find((each) => !each.isArchived) ?? others[0];
}

/** Returns the id of a slot of the central, which stays when it goes on in another record there. */
export function slotIdAtCentral({ id, alias = id }: Named): string {
  return alias;
}

/** True if a slot of the central is in use here, without a link. */
export function isLiveHere(parts: SyncParts, named: Named): boolean {
  return findSlot(parts, named)?.isArchived === false;
}

/**
 * Finds an unlinked local record that is the same as a device of the central: by its ids, or by its headset. Slots of a
 * partner have ids of their own, so that there a headset alone says nothing: it may have been enrolled in another one.
 */
export function findMatch(
  parts: SyncParts,
  device: CentralDevice,
  isPartner: boolean,
): DeviceRecord | undefined {
  const slot = findSlot(parts, device);
  const headset = androidIdSchema.safeParse(device.androidId).data;
  if (slot !== undefined || isPartner || headset === undefined) return slot;
  const { records, stores, enterpriseId } = parts;
  return records.devices
    .findByAndroidId(headset)
    .find(
      (each) =>
        each.enterpriseId === enterpriseId &&
        !each.isPractice &&
        !each.isArchived &&
        stores.links.find(each.key) === undefined,
    );
}

/**
 * Adds and links a record for a device of the central, inside the caller's transaction. It keeps the central's id if
 * possible, and the enrolment token, so that its headset can be enrolled without internet.
 */
export function addRecord(
  parts: SyncParts,
  device: Named & Pick<CentralDevice, 'enrollmentToken' | 'type'>,
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
      isTokenFree && device.enrollmentToken !== null ? device.enrollmentToken : newEnrolmentToken(),
    typeId: typeOf(parts, device),
    metadata: '{}',
    isPractice: false,
    createdAtMs: core.clock.now(),
  });
  const record = devices.find(id);
  if (record === undefined) throw new Error('A device that was just added is gone');
  stores.links.add(record.key, device.id);
  devices.setSlot(record.key, slotIdAtCentral(device));
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
