import type { FastifyInstance } from 'fastify';

import type { Device } from '../../../../shared/contract/devices/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { actOf } from '../history/act.ts';
import { changeRevised, tooMany } from '../changes/bulk.ts';
import { requestedChange, changeIdentity } from '../changes/change.ts';
import { changingNow } from '../changes/changing.ts';
import { toDevice, toListItem } from '../views/device-view.ts';
import { findDevice, findUnchanged, listable, reaches } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import { removeDevice } from '../changes/remove.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** Returns the record for its own headset, which reached the station at `origin`. */
export type ForHeadset = (device: Device, origin: string) => Device;

export function mountDevices(http: FastifyInstance, records: Records, forHeadset: ForHeadset): void {
  mountReads(http, records, forHeadset);
  mountWrites(http, records);
}

function mountReads(http: FastifyInstance, records: Records, forHeadset: ForHeadset): void {
  const read = (record: DeviceRecord, caller: Caller, origin: () => string): Device => {
    if (caller.role !== null && caller.role !== 'technician')
      return withoutSecrets(toDevice(records, record));
    const device = toDevice(records, record, records.core);
    return caller.scope === 'device' ? forHeadset(device, origin()) : device;
  };

  mount(http, contract.listDevices, ({ query, caller }) => {
    const listed = listable(caller, query.enterpriseId);
    if (listed instanceof Failure) return listed;
    const { ids, total } = records.ids.page(listed, query.page, query.limit);
    const rows = ids.map((id) => records.devices.listRow(id)).filter((row) => row !== undefined);
    return { page: query.page, limit: query.limit, total, items: rows.map(toListItem) };
  });

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

  mount(http, contract.getLicense, ({ params, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    const none = { level: null, status: null, alertDate: null };
    return record.license === null ? none : { ...none, ...licenseSchema.parse(JSON.parse(record.license)) };
  });
}

function mountWrites(http: FastifyInstance, records: Records): void {
  const { writer } = records.core;

  mount(http, contract.patchDevice, ({ params, body, ...by }) =>
    writer.run((afterCommit) => {
      const record = findUnchanged(records, params.deviceId, by);
      return record instanceof Failure
        ? record
        : toDevice(
            records,
            changeIdentity(
              records,
              record,
              requestedChange(record, body),
              changingNow(records, afterCommit, actOf(by.caller, 'identity')),
            ),
          );
    }),
  );

  mount(http, contract.patchDevices, async ({ body, caller }) => {
    const refusal = tooMany(body.devicesId);
    if (refusal !== undefined) return refusal;
    return changeRevised(
      records,
      { ids: body.devicesId, caller, kind: 'identity', ifRevisions: body.ifRevisions },
      (record, changing) => changeIdentity(records, record, requestedChange(record, body), changing),
    );
  });

  mount(http, contract.deleteDevice, ({ params, ...by }) =>
    writer.run((afterCommit) => {
      const record = findUnchanged(records, params.deviceId, by);
      if (record instanceof Failure) return record;
      removeDevice(records, record, afterCommit);
      return { id: record.id, success: true as const };
    }),
  );
}

/** Returns the record for people below technician: without enrolment tokens, passwords and licences. */
function withoutSecrets(device: Device): Device {
  return { ...device, enrollmentToken: '', temporaryVerificationCode: null, license: null };
}
