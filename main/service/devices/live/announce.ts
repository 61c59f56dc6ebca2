import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { Records } from '../registry/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** What changed in a device: for the stream of its record and for its tile. */
export type Changed = {
  readonly device?: object;
  readonly headset?: Omit<Partial<Headset>, 'id'>;
};

/** Publishes what changed. Call it after the commit. */
export function announceDevice(
  records: Records,
  record: Pick<DeviceRecord, 'id' | 'enterpriseId'>,
  changed: Changed,
): void {
  const { id, enterpriseId } = record;
  records.core.changes.announce({
    enterpriseId,
    deviceId: id,
    ...(changed.device === undefined ? {} : { device: { name: 'device', data: { id, ...changed.device } } }),
    ...(changed.headset === undefined ? {} : { fleet: { name: 'device', data: { id, ...changed.headset } } }),
  });
}
