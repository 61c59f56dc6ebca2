import type { CentralDevice } from '../client/readers.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { type DeviceRecord, removeDevice } from '../../devices/index.ts';
import { forgetLink } from '../lifecycle/gone.ts';
import type { Standing } from './link-store.ts';
import type { CentralClient, SyncParts } from '../engine/parts.ts';
import { linkTwin } from './link-twin.ts';

type Refused = Failure<'CONFLICT' | 'DEVICE_NOT_FOUND' | 'NOT_FOUND' | 'UPSTREAM_UNREACHABLE'>;

/** Ties a device that was made here to a record of the central, which is asked for first. */
export async function linkByHand(
  parts: SyncParts,
  central: CentralClient,
  { deviceId, upstreamId }: { readonly deviceId: string; readonly upstreamId: string },
): Promise<Standing | Refused> {
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
    return tie(parts, now, answer.value, afterCommit);
  });
}

/** Ties them inside the caller's transaction. An empty slot that was pulled for it gives way. */
export function tie(
  parts: SyncParts,
  record: DeviceRecord,
  device: Pick<CentralDevice, 'id' | 'androidId'>,
  afterCommit: AfterCommit,
): Standing | Failure<'CONFLICT'> {
  const { records, stores } = parts;
  const own = stores.links.find(record.key);
  if (own !== undefined && own.upstreamId !== null)
    return new Failure('CONFLICT', 'This device is already linked to the central.');
  const other = stores.links.findByUpstream(device.id);
  if (other !== undefined) {
    const pulled = records.devices.findByKey(other.deviceKey);
    // An empty place that came from the central gives way; one that a headset has been in does not.
    if (pulled !== undefined && (pulled.androidId !== null || pulled.enrolledAtMs !== null))
      return new Failure(
        'CONFLICT',
        `Another device here, ${pulled.label ?? pulled.id}, is that one already.`,
      );
    if (pulled === undefined) return new Failure('CONFLICT', 'That one was deleted here.');
    stores.outbox.quietly(() => removeDevice(records, pulled, afterCommit));
    forgetLink(parts, other.deviceKey);
  }
  if (own !== undefined) forgetLink(parts, record.key);
  linkTwin(parts, record, device);
  const link = stores.links.find(record.key);
  return link ?? new Failure('CONFLICT', 'This device could not be linked.');
}
