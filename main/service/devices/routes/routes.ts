import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { actOf } from '../history/act.ts';
import { changeRevised, tooMany } from '../changes/bulk.ts';
import { requestedChange, changeIdentity } from '../changes/change.ts';
import { changingNow } from '../changes/changing.ts';
import { toDevice, toListItem } from '../views/device-view.ts';
import { findDevice, findUnchanged, listable } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import { removeDevice } from '../changes/remove.ts';

export function mountDevices(http: FastifyInstance, records: Records): void {
  mountReads(http, records);
  mountWrites(http, records);
}

function mountReads(http: FastifyInstance, records: Records): void {
  mount(http, contract.listDevices, ({ query, caller }) => {
    const listed = listable(caller, query.enterpriseId);
    if (listed instanceof Failure) return listed;
    const { ids, total } = records.ids.page(listed, query.page, query.limit);
    const rows = ids.map((id) => records.devices.listRow(id)).filter((row) => row !== undefined);
    return { page: query.page, limit: query.limit, total, items: rows.map(toListItem) };
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
