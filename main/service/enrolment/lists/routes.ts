import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import type { importSlots as importSlotsEndpoint } from '../../../../shared/contract/enrolment/carts.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { byField } from '../../../../shared/domain/enrolment/slot-columns.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import { findColumns, unusedColumns } from './columns.ts';
import { makeSlots } from './make-slots.ts';
import { type Mappings, openMappings } from './mappings.ts';
import { faultOfFile, readSlots } from './read-slots.ts';
import { type ListTable, type TableFault, tableOfFile, tableOfText } from './table.ts';
import { type SlotLine, writeSlots, writeWorkbook } from './write-slots.ts';

type Body = z.output<typeof importSlotsEndpoint.body>;

/** Asset lists: slots in and out. */
export function mountSlotLists(http: FastifyInstance, records: Records, profiles: ProfileStore): void {
  const { clock, db, writer } = records.core;
  const mappings = openMappings(db);

  mount(http, contract.exportSlots, async ({ body, caller }) => {
    const ids = body.devicesId ?? records.ids.all(caller.enterpriseId ?? '');
    const lines: SlotLine[] = [];
    await forEachYielding(new Set(ids), (id) => {
      const record = findDevice(records, id, caller);
      if (!(record instanceof Failure) && !record.isArchived) lines.push(toLine(records, profiles, record));
    });
    const { format } = body;
    const fileName = `slots-${toInstant(clock.now()).slice(0, 10)}.${format}`;
    const csv = writeSlots(lines);
    return format === 'csv' ? { fileName, csv } : { fileName, csv, xlsx: await writeWorkbook(lines) };
  });

  mount(http, contract.importSlots, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const table = await tableOf(body);
    if (table instanceof Failure) return table;
    if ('fault' in table) return { ...NOTHING_READ, faults: [faultOfFile(table)] };
    const { slots, mapping, header, answer } = readList(records, profiles, {
      mappings,
      enterpriseId,
      body,
      table,
    });
    if (body.check || answer.faults.length > 0) return { items: [], ...answer };
    const profileIdOf = (name: string) => profiles.idOfName(enterpriseId, name);
    return writer.run((afterCommit) => {
      const order = { enterpriseId, slots, profileIdOf, givesOwnSlot: body.givesOwnSlot };
      const items = makeSlots(records, order, afterCommit);
      if (items instanceof Failure) return items;
      if (body.mapping !== undefined && header !== null)
        afterCommit(mappings.put(enterpriseId, header, mapping));
      return { items, ...answer };
    });
  });
}

/** The answer for a file that cannot be read. */
const NOTHING_READ = {
  items: [],
  count: 0,
  ignored: [],
  columns: [],
  hasHeader: false,
  mapping: byField(() => null),
  isRemembered: false,
  sheets: [],
  sheet: null,
  lines: [],
};

function tableOf({
  csv,
  file,
  sheet,
}: Body): Promise<ListTable | TableFault> | ListTable | TableFault | Failure<'VALIDATION_FAILED'> {
  if (csv !== undefined) return tableOfText(csv);
  if (file !== undefined) return tableOfFile(Buffer.from(file, 'base64'), sheet ?? null);
  const message = 'Send the list, either as csv or as file.';
  return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'csv', message }] });
}

type Reading = {
  readonly mappings: Mappings;
  readonly enterpriseId: EnterpriseId;
  readonly body: Body;
  readonly table: ListTable;
};

function readList(
  records: Records,
  profiles: ProfileStore,
  { mappings, enterpriseId, body, table }: Reading,
) {
  const columns = findColumns(table, {
    hasHeader: body.hasHeader,
    mapping: body.mapping,
    remembered: (header) => mappings.find(enterpriseId, header),
  });
  const { header, mapping, isRemembered } = columns;
  const labels = labelsOf(records, enterpriseId);
  const { slots, lines, faults } = readSlots(columns, {
    profile: (name) => profiles.idOfName(enterpriseId, name) !== undefined,
    label: (label) => labels.has(label),
    owner: (field, value) => records.devices.findByAsset(enterpriseId, field, value)?.label ?? undefined,
  });
  const width = Math.max(0, ...table.rows.slice(0, MAX_LOOKED_AT).map(({ cells }) => cells.length));
  const answer = {
    count: slots.length,
    faults: [...faults],
    ignored: unusedColumns(header ?? [], mapping),
    columns: Array.from({ length: width }, (_, at) => header?.[at] ?? ''),
    hasHeader: header !== null,
    mapping,
    isRemembered,
    sheets: table.sheets,
    sheet: table.sheet,
    lines: [...lines],
  };
  return { slots, header, mapping, answer };
}

/** The width of a list is that of its first lines. */
const MAX_LOOKED_AT = 500;

/** Returns the labels of an organisation, read once. */
function labelsOf({ ids, devices }: Records, enterpriseId: string): ReadonlySet<string> {
  const labels = ids.all(enterpriseId).map((id) => devices.listRow(id));
  return new Set(
    labels.flatMap((row) => (row === undefined || row.label === null || row.is_archived ? [] : [row.label])),
  );
}

function toLine(records: Records, profiles: ProfileStore, record: DeviceRecord): SlotLine {
  const { types, slotProfiles } = records;
  const type = record.typeId === null ? undefined : types.find(record.enterpriseId, record.typeId);
  const profileId = slotProfiles.find(record.key) ?? slotProfiles.applied(record.key)?.profileId;
  return {
    record,
    model: type?.name ?? null,
    place: musterMetadata(record.metadata),
    profile: profileId === undefined ? null : (profiles.find(profileId)?.name ?? null),
  };
}
