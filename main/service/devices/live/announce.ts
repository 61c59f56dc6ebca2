import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { Records } from '../records/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** What changed in a device: for the stream of its record and for its tile. */
export type Changed = {
  readonly device?: object;
  readonly headset?: Omit<Partial<Headset>, 'id'>;
};

type Device = Pick<DeviceRecord, 'id' | 'enterpriseId'>;

/** Publishes a change of a device record. Call it after the commit. */
export function announceDevice(records: Records, record: Device, changed: Changed): void {
  const { id: deviceId, enterpriseId } = record;
  const fields = { ...changed.device };
  records.deviceEvents.publish({ name: 'device.changed', enterpriseId, deviceId, fields });
  announceToStreams(records, record, changed);
}

/** Publishes what a headset reported. Call it after the commit. */
export function announceReport(records: Records, record: Device, changed: Required<Changed>): void {
  const { id: deviceId, enterpriseId } = record;
  const { runningPackage } = changed.headset;
  const fields = { ...changed.device };
  records.deviceEvents.publish({ name: 'device.reported', enterpriseId, deviceId, fields, runningPackage });
  announceToStreams(records, record, changed);
}

function announceToStreams(
  { core }: Records,
  { id, enterpriseId }: Device,
  { device, headset }: Changed,
): void {
  core.changes.announce({
    enterpriseId,
    deviceId: id,
    ...(device === undefined ? {} : { device: { name: 'device', data: { id, ...device } } }),
    ...(headset === undefined ? {} : { fleet: { name: 'device', data: { id, ...headset } } }),
  });
}
