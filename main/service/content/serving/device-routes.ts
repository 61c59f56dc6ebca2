import type { FastifyInstance } from 'fastify';

import type { Device } from '../../../../shared/contract/devices/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { findDevice, reaches } from '../../devices/live/index.ts';
import { toDevice } from '../../devices/views/index.ts';
import type { Holdings } from './holdings.ts';

/** Serves one device: its own headset gets the addresses at which this station has the assigned contents. */
export function mountDevice(http: FastifyInstance, records: Records, holdings: Holdings): void {
  const read = (record: DeviceRecord, caller: Caller, origin: () => string): Device => {
    if (caller.role !== null && caller.role !== 'technician')
      return withoutSecrets(toDevice(records, record));
    const device = toDevice(records, record, records.core);
    return caller.scope === 'device' ? holdings.forHeadset(device, origin()) : device;
  };

  mount(http, contract.getDevice, ({ params, caller, origin }) => {
    const record = findDevice(records, params.deviceId, caller);
    return record instanceof Failure ? record : read(record, caller, origin);
  });

  mount(http, contract.getDeviceByAndroidId, ({ params, caller, origin }) => {
    const reachable = records.devices
      .findByAndroidId(params.androidid)
      .filter((record) => reaches(records, caller, record));
    const record = reachable.find((each) => each.enterpriseId === caller.enterpriseId) ?? reachable[0];
    if (record === undefined) {
      return new Failure('DEVICE_NOT_FOUND', 'No device is enrolled with this androidId.');
    }
    if (caller.scope === 'device' && record.id !== caller.deviceId) {
      return new Failure('FORBIDDEN', 'This token belongs to another device.');
    }
    return read(record, caller, origin);
  });
}

/** Returns the record for people below technician: without enrolment tokens, passwords and licences. */
function withoutSecrets(device: Device): Device {
  return { ...device, enrollmentToken: '', temporaryVerificationCode: null, license: null };
}
