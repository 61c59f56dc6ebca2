import { z } from 'zod';

import { type EnrolmentOrigin, enrolmentOriginSchema } from '../../../../shared/contract/devices/devices.ts';
import { deviceIdSchema, enrolmentIdSchema } from '../../../../shared/contract/ids.ts';
import { instantSchema, isShallow } from '../../../../shared/contract/primitives.ts';
import type { JsonObject } from '../rules/desired.ts';
import { isObject, own } from '../rules/values.ts';
import type { Version } from '../wire/version.ts';

/** The fields of a device record that the station uses. An undefined field was absent from the answer. */
export type CentralDevice = {
  readonly id: string;
  /** Id of the organisation; undefined if the record does not contain it. */
  readonly enterpriseId: string | undefined;
  /** Name of the organisation; undefined if the record does not contain it. */
  readonly enterpriseName: string | undefined;
  readonly label: string | null | undefined;
  readonly description: string | null | undefined;
  readonly androidId: string | null;
  readonly enrollmentToken: string | null;
  /** The current enrolment; null if there is none. Undefined: this central has no enrolment ids. */
  readonly enrolmentId: string | null | undefined;
  /** Where and by whom it was enrolled; undefined if the central does not say. */
  readonly origin: EnrolmentOrigin | undefined;
  /** Former epochs of the central, each with the last revision of this record that the central still knows from it. */
  readonly formerRevisions: Readonly<Record<string, number>>;
  readonly isArchived: boolean;
  readonly replacedBy: string | null;
  /** The id under which this station may know the slot, if it is another one. */
  readonly alias: string | undefined;
  readonly license: JsonObject | null | undefined;
  /** Unparsed, including unknown fields and values. */
  readonly settings: JsonObject | undefined;
  readonly metadata: Readonly<Record<string, JsonObject>> | undefined;
  readonly type: JsonObject | null | undefined;
  readonly lastHeartbeatAt: string | null | undefined;
  /** When the headset was enrolled; undefined if the central does not say. */
  readonly enrolledAt: string | undefined;
  /** Null if the answer has no version. */
  readonly version: Version | null;
};

/** One row of the central's list. */
export type CentralListItem = Pick<
  CentralDevice,
  | 'id'
  | 'label'
  | 'description'
  | 'androidId'
  | 'enterpriseId'
  | 'isArchived'
  | 'replacedBy'
  | 'alias'
  | 'lastHeartbeatAt'
>;

/** An unreadable record and why. It is quarantined and does not block the others. */
export type Unreadable = { readonly id: string | null; readonly reason: string };

/** A page of the list. `isLast`: there are no more pages. */
export type CentralPage = {
  readonly items: readonly CentralListItem[];
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly unreadable: readonly Unreadable[];
};

/**
 * The result of a write for one device. `unclear`: the central accepted the request, but its answer does not show the
 * result for this device, so read it.
 */
export type WriteResult =
  | {
      readonly id: string;
      readonly ok: true;
      /** The version after the write; null if the answer does not contain it. */
      readonly version: Version | null;
    }
  | {
      readonly id: string;
      readonly ok: false;
      readonly status: number | undefined;
      readonly code: string | null;
      readonly message: string;
    }
  | { readonly id: string; readonly ok: 'unclear' };

/** What the central acknowledged of a report. */
export type ReportReply = {
  /** False if the answer is not in the documented form, so nothing is known. */
  readonly isAnswer: boolean;
  /** Undefined if the answer does not list events. */
  readonly acknowledged: readonly string[] | undefined;
  readonly rejected: readonly { readonly eventId: string | null; readonly reason: string }[];
};

/** A field of a record has the wrong type. */
class WrongType extends Error {
  override readonly name = 'WrongType';
}

/** Parses the device of an answer. Unknown fields stay in its unparsed parts. */
export function readDevice(value: unknown): CentralDevice | Unreadable {
  return read(value, (record) => {
    if (!isShallow(record)) throw new WrongType('it is nested too deeply');
    return {
      ...readListed(record),
      enterpriseName: enterpriseNameOf(record),
      description: textOf(record, 'description'),
      enrollmentToken: textOf(record, 'enrollmentToken') ?? null,
      enrolmentId: enrolmentOf(record),
      origin: originOf(record),
      formerRevisions: formerRevisionsSchema.safeParse(own(record, 'formerRevisions')).data ?? {},
      // The interface uses both spellings.
      license: objectOf(record, 'license') ?? objectOf(record, 'licence'),
      settings: objectOf(record, 'settings') ?? undefined,
      metadata: metadataOf(record),
      type: objectOf(record, 'type'),
      enrolledAt: instantSchema.safeParse(own(record, 'enrolledAt')).data,
      version: null,
    };
  });
}

const formerRevisionsSchema = z.record(z.string(), z.int());

/** Reads the `enrolment` extension of a Muster central; undefined in any other form. */
function enrolmentOf(record: JsonObject): string | null | undefined {
  const enrolment = own(record, 'enrolment');
  if (enrolment === null) return null;
  const id = isObject(enrolment) ? own(enrolment, 'id') : undefined;
  return enrolmentIdSchema.safeParse(id).data;
}

/** Reads where and by whom the headset was enrolled; undefined in any other form. */
function originOf(record: JsonObject): EnrolmentOrigin | undefined {
  const enrolment = own(record, 'enrolment');
  return isObject(enrolment) ? enrolmentOriginSchema.safeParse(own(enrolment, 'origin')).data : undefined;
}

/** Parses a row of the list. */
export function readListItem(value: unknown): CentralListItem | Unreadable {
  return read(value, readListed);
}

/** True if the record could not be read. */
export function isUnreadable(value: object): value is Unreadable {
  return 'reason' in value;
}

function read<Record>(value: unknown, by: (record: JsonObject) => Record): Record | Unreadable {
  const id = isObject(value) ? own(value, 'id') : undefined;
  const shown = typeof id === 'string' ? id.slice(0, 200) : null;
  if (!isObject(value)) return { id: null, reason: 'It is not a record.' };
  try {
    return by(value);
  } catch (error) {
    if (error instanceof WrongType)
      return { id: shown, reason: `The record cannot be read: ${error.message}.` };
    throw error;
  }
}

function readListed(record: JsonObject): CentralListItem {
  const id = deviceIdSchema.safeParse(own(record, 'id'));
  if (!id.success) throw new WrongType('its id is not valid for a device');
  return {
    id: id.data,
    enterpriseId: enterpriseOf(record),
    label: textOf(record, 'label'),
    description: textOf(record, 'description'),
    androidId: textOf(record, 'androidId') ?? null,
    isArchived: booleanOf(record, 'isArchived') ?? false,
    replacedBy: textOf(record, 'replacedBy') ?? null,
    alias: textOf(record, 'alias') ?? undefined,
    lastHeartbeatAt: textOf(record, 'lastHeartbeatAt'),
  };
}

/** Lists contain an id. The shape in full records is not documented. */
function enterpriseOf(record: JsonObject): string | undefined {
  const enterprise = own(record, 'enterprise');
  const id = isObject(enterprise) ? own(enterprise, 'id') : enterprise;
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string') throw new WrongType('its enterprise is not valid');
  return id;
}

function enterpriseNameOf(record: JsonObject): string | undefined {
  const enterprise = own(record, 'enterprise');
  const name = isObject(enterprise) ? own(enterprise, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, 128) : undefined;
}

function metadataOf(record: JsonObject): CentralDevice['metadata'] {
  const metadata = objectOf(record, 'metadata');
  if (metadata === null || metadata === undefined) return undefined;
  const namespaces = Object.entries(metadata).filter(([, value]) => value !== null);
  return Object.fromEntries(
    namespaces.map(([name, value]) => {
      if (!isObject(value)) throw new WrongType(`its metadata ${name} is not an object`);
      return [name, value];
    }),
  );
}

function textOf(record: JsonObject, name: string): string | null | undefined {
  const value = own(record, name);
  if (value === undefined || value === null || typeof value === 'string') return value;
  throw new WrongType(`its ${name} is not a text`);
}

function booleanOf(record: JsonObject, name: string): boolean | undefined {
  const value = own(record, name) ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new WrongType(`its ${name} is neither true nor false`);
}

function objectOf(record: JsonObject, name: string): JsonObject | null | undefined {
  const value = own(record, name);
  if (value === undefined || value === null || isObject(value)) return value;
  throw new WrongType(`its ${name} is not an object`);
}

/** Finds what is wrong with a readable record. `organisations` is undefined while they are unknown. */
export function faultOf(
  record: Pick<CentralDevice, 'enterpriseId' | 'lastHeartbeatAt'>,
  {
    organisations,
    nowMs,
  }: { readonly organisations: ReadonlySet<string> | undefined; readonly nowMs: number },
): 'OTHER_ORGANISATION' | 'FUTURE_DATE' | undefined {
  const { enterpriseId, lastHeartbeatAt } = record;
  if (enterpriseId !== undefined && organisations?.has(enterpriseId) === false) return 'OTHER_ORGANISATION';
  const lastSeenMs = Date.parse(lastHeartbeatAt ?? '');
  return lastSeenMs > nowMs + FUTURE_MS ? 'FUTURE_DATE' : undefined;
}

/** Clocks differ, but a heartbeat more than a day in the future is invalid. */
const FUTURE_MS = 24 * 60 * 60 * 1_000;
