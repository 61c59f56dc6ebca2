import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/mount.ts';
import { JsonStream } from '../../kernel/streams/json-stream.ts';
import { listable } from '../live/reach.ts';
import { toListItem, toRecord } from '../views/device-view.ts';
import type { Records } from './records.ts';

/** What a station reads many devices by, in few requests. */
export function mountRecords(http: FastifyInstance, records: Records): void {
  mount(http, contract.listRecords, ({ query, caller }) => {
    const reach = listable(caller, query.enterpriseId);
    if (reach instanceof Failure) return reach;
    const { ids, total } = records.ids.after(reach, query.after, query.limit);
    const rows = ids.map((id) => records.devices.listRow(id)).filter((row) => row !== undefined);
    return { total, items: rows.map(toListItem) };
  });

  mount(http, contract.readRecords, ({ body, caller }) =>
    JsonStream.list(wholeRecords(records, body.ids, caller.reach)),
  );
}

/** Each when it is sent; another organisation's device is as good as absent. */
function* wholeRecords(records: Records, ids: readonly string[], reach: ReadonlySet<string>) {
  for (const id of new Set(ids)) {
    const record = records.devices.find(id);
    if (record !== undefined && reach.has(record.enterpriseId)) yield toRecord(records, record);
  }
}
