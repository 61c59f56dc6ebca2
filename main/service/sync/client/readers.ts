import { z } from 'zod';

import { deviceIdSchema, enrolmentIdSchema } from '../../../../shared/contract/ids.ts';
import { instantSchema, isShallow } from '../../../../shared/contract/primitives.ts';
import type { JsonObject } from '../../../../shared/domain/sync/desired.ts';
import { isObject, own } from '../../../../shared/domain/sync/values.ts';
import type { Version } from './version.ts';

/** A device as a central shows it, with what the station reads of it. Absent keys are undefined: nothing is said of them. */
export type CentralDevice = {
  readonly id: string;
  /** The organisation; undefined where the record does not name it. */
  readonly enterpriseId: string | undefined;
  /** What the organisation is called; undefined where the record does not say. */
  readonly enterpriseName: string | undefined;
  readonly label: string | null | undefined;
  readonly description: string | null | undefined;
  readonly androidId: string | null;
  readonly enrollmentToken: string | null;
  /** The enrolment of the headset that is in it; null: none. Undefined: this central tells none of them apart. */
  readonly enrolmentId: string | null | undefined;
  /** By an epoch that the central is in no more, the revision up to which it knows this record as it was then. */
  readonly formerRevisions: Readonly<Record<string, number>>;
  readonly isArchived: boolean;
  readonly replacedBy: string | null;
  readonly license: JsonObject | null | undefined;
  /** Raw: unknown fields and values are in it. */
  readonly settings: JsonObject | undefined;
  readonly metadata: Readonly<Record<string, JsonObject>> | undefined;
  readonly type: JsonObject | null | undefined;
  readonly lastHeartbeatAt: string | null | undefined;
  /** Since when the headset is in it; undefined where the central does not say. */
  readonly enrolledAt: string | undefined;
  /** Null where the answer does not name one. */
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
  | 'lastHeartbeatAt'
>;

/** What cannot be understood, and why: it is set aside and does not keep the others back. */
export type Unreadable = { readonly id: string | null; readonly reason: string };

/** A page of the list. `isLast`: none follows. */
export type CentralPage = {
  readonly items: readonly CentralListItem[];
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly unreadable: readonly Unreadable[];
};

/**
 * What became of one device of a write. `unclear`: the central took the request and did not say, in a form that can be
 * read, what became of this device: read it.
 */
export type WriteResult =
  | {
      readonly id: string;
      readonly ok: true;
      readonly device: CentralDevice | undefined;
      /** The one after the write; null where the answer does not name it. */
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

/** What a central acknowledged of a report. */
export type ReportReply = {
  /** False where the answer is not of the documented form: nothing is known then. */
  readonly isAnswer: boolean;
  /** Undefined where the answer does not list events. */
  readonly acknowledged: readonly string[] | undefined;
  readonly rejected: readonly { readonly eventId: string | null; readonly reason: string }[];
};

/** A record with a field that is not what the interface says. */
class WrongType extends Error {
  override readonly name = 'WrongType';
}

/** The device of an answer, or why it is none. Fields that nobody here knows stay in its raw parts. */
export function readDevice(value: unknown): CentralDevice | Unreadable {
  return read(value, (record) => {
    if (!isShallow(record)) throw new WrongType('it nests too deep');
    return {
      ...readListed(record),
      enterpriseName: enterpriseNameOf(record),
      description: textOf(record, 'description'),
      enrollmentToken: textOf(record, 'enrollmentToken') ?? null,
      enrolmentId: enrolmentOf(record),
      formerRevisions: formerRevisionsSchema.safeParse(own(record, 'formerRevisions')).data ?? {},
      // The interface writes both.
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

/** An extension of a Muster central; of any other form it counts as not there. */
function enrolmentOf(record: JsonObject): string | null | undefined {
  const enrolment = own(record, 'enrolment');
  if (enrolment === null) return null;
  const id = isObject(enrolment) ? own(enrolment, 'id') : undefined;
  return enrolmentIdSchema.safeParse(id).data;
}

/** A row of the list, or why it is none. */
export function readListItem(value: unknown): CentralListItem | Unreadable {
  return read(value, readListed);
}

/** True for what could not be understood. */
export function isUnreadable(value: object): value is Unreadable {
  return 'reason' in value;
}

function read<Record>(value: unknown, by: (record: JsonObject) => Record): Record | Unreadable {
  const id = isObject(value) ? own(value, 'id') : undefined;
  const shown = typeof id === 'string' ? id.slice(0, 200) : null;
  if (!isObject(value)) return { id: null, reason: 'It is no record.' };
  try {
    return by(value);
  } catch (error) {
    if (error instanceof WrongType)
      return { id: shown, reason: `It cannot be understood: ${error.message}.` };
    throw error;
  }
}

function readListed(record: JsonObject): CentralListItem {
  const id = deviceIdSchema.safeParse(own(record, 'id'));
  if (!id.success) throw new WrongType('its id is none that a device may have');
  return {
    id: id.data,
    enterpriseId: enterpriseOf(record),
    label: textOf(record, 'label'),
    description: textOf(record, 'description'),
    androidId: textOf(record, 'androidId') ?? null,
    isArchived: booleanOf(record, 'isArchived') ?? false,
    replacedBy: textOf(record, 'replacedBy') ?? null,
    lastHeartbeatAt: textOf(record, 'lastHeartbeatAt'),
  };
}

/** An id in lists; the shape in records is not documented. */
function enterpriseOf(record: JsonObject): string | undefined {
  const enterprise = own(record, 'enterprise');
  const id = isObject(enterprise) ? own(enterprise, 'id') : enterprise;
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string') throw new WrongType('its enterprise is none');
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
      if (!isObject(value)) throw new WrongType(`its metadata ${name} is no object`);
      return [name, value];
    }),
  );
}

function textOf(record: JsonObject, name: string): string | null | undefined {
  const value = own(record, name);
  if (value === undefined || value === null || typeof value === 'string') return value;
  throw new WrongType(`its ${name} is no text`);
}

function booleanOf(record: JsonObject, name: string): boolean | undefined {
  const value = own(record, name) ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new WrongType(`its ${name} is neither true nor false`);
}

function objectOf(record: JsonObject, name: string): JsonObject | null | undefined {
  const value = own(record, name);
  if (value === undefined || value === null || isObject(value)) return value;
  throw new WrongType(`its ${name} is no object`);
}

/** What is wrong with a record that reads well. `organisations` undefined: not known yet. */
export function faultOf(
  record: Pick<CentralDevice, 'enterpriseId' | 'lastHeartbeatAt'>,
  {
    organisations,
    nowMs,
  }: { readonly organisations: ReadonlySet<string> | undefined; readonly nowMs: number },
): 'OTHER_ORGANISATION' | 'FUTURE_DATE' | undefined {
  const { enterpriseId, lastHeartbeatAt } = record;
  if (enterpriseId !== undefined && organisations?.has(enterpriseId) === false) return 'OTHER_ORGANISATION';
  const heardMs = Date.parse(lastHeartbeatAt ?? '');
  return heardMs > nowMs + FUTURE_MS ? 'FUTURE_DATE' : undefined;
}

/** Clocks differ; a sign of life from later than tomorrow is none. */
const FUTURE_MS = 24 * 60 * 60 * 1_000;
