import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { JsonStream } from '../../kernel/http/routes/json-stream.ts';
import { listable } from '../records/reach.ts';
import { toListItem, toRecord } from '../views/device-view.ts';
import type { Records } from '../records/records.ts';

/** Reads many devices in few requests, for a station. */
export function mountRecords(http: FastifyInstance, records: Records): void {
  mount(http, contract.listRecords, ({ query, caller }) => {
    const listed = listable(caller, query.enterpriseId);
    if (listed instanceof Failure) return listed;
    const { ids, total } = records.ids.after(listed, query.after, query.limit);
    const rows = ids.map((id) => records.devices.listRow(id)).filter((row) => row !== undefined);
    return { total, items: rows.map(toListItem) };
  });

  mount(http, contract.readRecords, ({ body, caller }) =>
    JsonStream.list(wholeRecords(records, body.ids, caller.reach)),
  );
}

/** Each is read when it is sent; another organisation's device counts as absent. */
function* wholeRecords(records: Records, ids: readonly string[], reach: ReadonlySet<string>) {
  for (const id of new Set(ids)) {
    const record = records.devices.find(id);
    if (record !== undefined && reach.has(record.enterpriseId)) yield toRecord(records, record);
  }
}
