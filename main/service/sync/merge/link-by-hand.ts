import type { CentralDevice } from '../client/readers.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { removeDevice } from '../../devices/changes/index.ts';
import { removeLink, unlink } from '../lifecycle/archive.ts';
import { isDirty, type LinkedDevice } from '../records/link-store.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';
import { linkMatch } from '../apply/add-link.ts';

type Refused = Failure<'CONFLICT' | 'DEVICE_NOT_FOUND' | 'NOT_FOUND' | 'UPSTREAM_UNREACHABLE'>;

/** Links a local device to a record of the central, which is read first. */
export async function linkByHand(
  parts: SyncParts,
  central: CentralClient,
  { deviceId, upstreamId }: { readonly deviceId: string; readonly upstreamId: string },
): Promise<LinkedDevice | Refused> {
  const { records, stores, enterpriseId } = parts;
  const record = records.devices.find(deviceId);
  if (record === undefined || record.enterpriseId !== enterpriseId)
    return new Failure('DEVICE_NOT_FOUND', `There is no device ${deviceId}.`);
  const answer = await central.getDevice(upstreamId);
  if (answer.kind === 'refused' && answer.status === 404)
    return new Failure('NOT_FOUND', `The central has no device ${upstreamId}.`);
  if (answer.kind !== 'ok')
    return new Failure('UPSTREAM_UNREACHABLE', 'The central could not be reached. Nothing was changed.');
  const known = stores.upstream.get()?.enterpriseId;
  if (
    answer.value.enterpriseId !== undefined &&
    typeof known === 'string' &&
    answer.value.enterpriseId !== known
  )
    return new Failure('NOT_FOUND', `The central has no device ${upstreamId} of this organisation.`);
  return records.core.writer.run((afterCommit) => {
    const now = records.devices.findByKey(record.key);
    if (now === undefined) return new Failure('DEVICE_NOT_FOUND', `There is no device ${deviceId}.`);
    return linkRecord(parts, now, answer.value, afterCommit);
  });
}

/** Links them inside the caller's transaction. Deletes an empty slot that was pulled for the record. */
export function linkRecord(
  parts: SyncParts,
  record: DeviceRecord,
  device: Pick<CentralDevice, 'id' | 'androidId' | 'enrolmentId'>,
  afterCommit: AfterCommit,
): LinkedDevice | Failure<'CONFLICT'> {
  const { records, stores } = parts;
  const own = stores.links.find(record.key);
  if (own !== undefined && own.upstreamId !== null)
    return new Failure('CONFLICT', 'This device is already linked to the central.');
  const other = stores.links.findByUpstream(device.id);
  if (other !== undefined) {
    const pulled = records.devices.findByKey(other.deviceKey);
    // An empty slot that was pulled is replaced; one that ever had a headset is not.
    if (pulled !== undefined && records.enrolments.ofDevice(pulled.key).length > 0)
      return new Failure(
        'CONFLICT',
        `Another device here, ${pulled.label ?? pulled.id}, is already linked to it.`,
      );
    if (pulled === undefined) return new Failure('CONFLICT', 'The linked device was deleted here.');
    if (isDirty(other))
      return new Failure(
        'CONFLICT',
        'This slot has edits here that the central does not have yet. Sync first.',
      );
    stores.conflicts.move(pulled.key, record.key);
    stores.outbox.withoutOutbox(() => removeDevice(records, pulled, afterCommit));
    removeLink(parts, other.deviceKey);
  }
  if (own !== undefined) unlink(parts, record.key);
  linkMatch(parts, record, device);
  const link = stores.links.find(record.key);
  return link ?? new Failure('CONFLICT', 'This device could not be linked.');
}
