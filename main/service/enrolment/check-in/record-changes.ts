import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { AndroidId } from '../../../../shared/contract/ids.ts';
import type { DeviceType } from '../../../../shared/contract/devices/reported.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { Received } from './received.ts';

type Column = Parameters<Records['devices']['set']>[1];

/** Changes that a heartbeat makes in the record itself; usually none. */
export type FieldChanges = {
  readonly columns: ReadonlyMap<Column, string | null>;
  readonly androidId: AndroidId | undefined;
  readonly device: object;
  readonly headset: Partial<Headset>;
  /** The reported id of a model that nobody has; the model stays as it is. */
  readonly unknownTypeId: string | undefined;
};

/** Compares a heartbeat with the record; refuses one that would create a second record for a headset. */
export function planRecordChanges(
  records: Records,
  record: DeviceRecord,
  received: Received,
): FieldChanges | Failure<'CONFLICT'> {
  const { heartbeat, caller } = received;
  const androidId = planAndroidId(records, record, received);
  if (androidId instanceof Failure) return androidId;
  const type = planType(records, record, heartbeat.type);

  const columns = new Map<Column, string | null>();
  const note = (column: Column, now: string | null | undefined, before: string | null): void => {
    if (now !== undefined && now !== before) columns.set(column, now);
  };
  // The label and licence that a headset reports count only while none is set.
  const isOwn = caller.scope === 'device';
  note('label', isOwn && record.label !== null ? undefined : heartbeat.label, record.label);
  note('license', isOwn && record.license !== null ? undefined : toJson(heartbeat.licence), record.license);
  note('macAddress', heartbeat.macAddress?.toUpperCase(), record.macAddress);
  note('mdmInfo', toJson(heartbeat.mdmInfo), record.mdmInfo);
  note('osVersion', heartbeat.osVersion, record.osVersion);
  note('typeId', type?.id, record.typeId);

  const enrolment =
    androidId === undefined ? {} : { androidId, enrolledAt: toInstant(received.receivedAtMs) };
  const device = {
    ...enrolment,
    ...(columns.has('label') ? { label: columns.get('label') } : {}),
    ...(columns.has('license') ? { license: heartbeat.licence } : {}),
    ...(columns.has('macAddress') ? { macAddress: columns.get('macAddress') } : {}),
    ...(columns.has('mdmInfo') ? { mdmInfo: heartbeat.mdmInfo } : {}),
    ...(columns.has('osVersion') ? { osVersion: heartbeat.osVersion } : {}),
    ...(columns.has('typeId') ? { type } : {}),
  };
  const headset = {
    ...enrolment,
    ...(columns.has('label') ? { label: columns.get('label') ?? null } : {}),
    ...(columns.has('macAddress') ? { macAddress: columns.get('macAddress') ?? null } : {}),
    ...(type === undefined || !columns.has('typeId') ? {} : { model: type.name, brand: type.brand }),
  };
  const { id, name } = heartbeat.type ?? {};
  const isUnknown = name === undefined && type === undefined && id !== record.typeId;
  return { columns, androidId, device, headset, unknownTypeId: isUnknown ? id : undefined };
}

/** Returns an androidId that the record does not have yet; a different one is a conflict. */
function planAndroidId(
  records: Records,
  record: DeviceRecord,
  { heartbeat, caller }: Received,
): AndroidId | undefined | Failure<'CONFLICT'> {
  const { androidId } = heartbeat;
  if (androidId === undefined || androidId === record.androidId) return undefined;
  if (caller.scope === 'device' || record.androidId !== null) {
    return new Failure(
      'CONFLICT',
      'This record belongs to another headset. Enrol this one with a code of its own.',
    );
  }
  const taken = records.devices
    .findByAndroidId(androidId)
    .some((each) => each.enterpriseId === record.enterpriseId);
  return taken ? new Failure('CONFLICT', 'Another record has this androidId already.') : androidId;
}

function planType(
  records: Records,
  record: DeviceRecord,
  reported: Received['heartbeat']['type'],
): DeviceType | undefined {
  if (reported === undefined) return undefined;
  if (reported.id !== undefined) {
    if (reported.id === record.typeId) return undefined;
    const known = records.types.find(record.enterpriseId, reported.id);
    if (known !== undefined) return known;
  }
  // A refused model leaves the record unchanged: a heartbeat must not fail because of it.
  return reported.name === undefined
    ? undefined
    : records.types.recognise(record.enterpriseId, reported.name, reported.product ?? reported.name);
}

function toJson(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
