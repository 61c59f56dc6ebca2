import { z } from 'zod';

import type { ErrorCode } from './errors.ts';
import type { Role } from './access/roles.ts';
import { deviceIdSchema, entityIdSchema, tokenIdSchema } from './ids.ts';
import { nothing } from './primitives.ts';

/** The permissions of a token. */
export const SCOPES = ['enterprise', 'device', 'enroll'] as const;
export type Scope = (typeof SCOPES)[number];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Which listeners serve an operation: `anywhere`, or `administration`, which the local network reaches only with a
 * session that was opened with the station's passcode.
 */
export type Reach = 'anywhere' | 'administration';

/** The subjects of operations, with their titles in the document. */
export const TAGS = {
  devices: 'Device records',
  enrolment: 'Binding headsets to records',
  configuration: 'The settings and contents of headsets',
  commands: 'Telling a headset to do something now',
  events: 'History and live changes',
  statistics: 'What was used, and how the fleet does',
  applications: 'Names and images of applications',
  station: 'This station (extensions)',
} as const;
export type Tag = keyof typeof TAGS;

/** One HTTP operation: the only definition of its method, path, access, input, reply and errors. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Code extends ErrorCode = ErrorCode,
> = {
  readonly method: Method;
  /** With parameters in braces, as the interface writes them: `/devices/{deviceId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: Tag;
  /** True if the documented interface does not have it. */
  readonly isExtension: boolean;
  /**
   * Token scopes that may call it. `public` needs no token. `loopback` needs none but is served on loopback only, and
   * on the local network while a passcode allows administration there.
   */
  readonly access: readonly Scope[] | 'public' | 'loopback';
  /** Absent: see `reachOf`. */
  readonly reach?: Reach;
  /** The lowest role that may call it; absent: see `roleOf`. */
  readonly role?: Role;
  /** True if it also answers people who are limited to carts, only about the headsets of those; absent: refused. */
  readonly servesCarts?: true;
  /** True if it also serves the station that works together with this one, over the local network too; absent: refused. */
  readonly servesPartners?: true;
  /** True if it changes nothing although its method is not GET. */
  readonly isRead?: true;
  /** Whether it is recorded in the audit log; absent: see `isAudited`. */
  readonly isAudited?: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** True if a request without a body would do harm: it is refused, although every field is optional. */
  readonly needsBody?: true;
  /**
   * True if it also accepts `application/octet-stream` of any size, which its handler reads as a stream; the only
   * accepted body if there is no `body`.
   */
  readonly takesBytes?: true;
  /**
   * Media types other than JSON that it reads, whole and up to a size, and that it replies with; `reply` is then a
   * `fileReply`.
   */
  readonly media?: {
    readonly body?: { readonly types: readonly string[]; readonly maxBytes: number };
    readonly reply?: { readonly status: 200 | 201; readonly types: readonly string[] };
  };
  /** `noContent` answers 204. */
  readonly reply: Reply;
  /** Media type of a reply that is not JSON; `reply` is then a `bytesReply`. */
  readonly mediaType?: `${string}/${string}`;
  /** True if the reply is a file, with its own media type, whole or in ranges; `reply` is then `fileReply`. */
  readonly isFile?: true;
  /**
   * Requests per minute that one token may make to this operation, counted separately; absent = counted with the
   * others.
   */
  readonly tokenLimit?: number;
  /** For operations without a token: requests per minute from one address; absent = no limit. */
  readonly addressLimit?: number;
  /** Server-Sent Events by name, for callers that accept `text/event-stream`; absent: JSON only. */
  readonly events?: StreamEvents;
  /** True if the interface lists 400 for a malformed id of a GET, which is otherwise not found. */
  readonly refusesMalformedIds?: true;
  /** Errors that the caller must expect, besides those that are always possible. */
  readonly errors: readonly Code[];
  /** The reply to `Prefer: return=minimal` (RFC 7240): the identity of the device and the result. */
  readonly minimal?: (reply: z.input<Reply>) => object;
  /** The revision in a reply, sent as `ETag`. A write that has one honours `If-Match`: a stale revision is a 409. */
  readonly revisionOf?: (reply: z.input<Reply>) => number;
};

/** What an operation need not say: it then has no parameters, no query or no body. */
type Optional<Input, Part extends keyof Input> = Omit<Input, Part> & Partial<Pick<Input, Part>>;

/** What is the same for most operations: those of this station, for technicians, without errors of their own. */
const DEFAULTS = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  query: nothing,
  body: nothing,
  errors: [],
} as const;

/** The method and the path of an operation. */
type Call = `${Method} /${string}`;

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The parameters of a path that are ids. */
type IdsIn<Path extends string> = z.ZodObject<
  {
    -readonly [Name in NamesIn<Path>]: Name extends keyof typeof ID_SCHEMAS
      ? (typeof ID_SCHEMAS)[Name]
      : typeof entityIdSchema;
  },
  z.core.$strip
>;

/** The ids with a type of their own; any other parameter that ends with `Id` is an `entityIdSchema`. */
const ID_SCHEMAS = { deviceId: deviceIdSchema, tokenId: tokenIdSchema } as const;

/**
 * Declares an operation with its exact types: `endpoint('GET /station/groups/{groupId}', { … })`. Parameters are given
 * unless all of them are ids.
 */
export function endpoint<
  const Of extends Call,
  Reply extends z.ZodType,
  const Code extends ErrorCode = never,
  Params extends z.ZodType = IdsIn<Of>,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof nothing,
>(
  call: Of,
  definition: Optional<
    Omit<Endpoint<Params, Query, Body, Reply, Code>, 'method' | 'path'>,
    'params' | keyof typeof DEFAULTS
  >,
): Endpoint<Params, Query, Body, Reply, Code>;
export function endpoint(
  call: Call,
  definition: Optional<Omit<Endpoint, 'method' | 'path'>, 'params' | keyof typeof DEFAULTS>,
): Endpoint {
  const method = METHODS.find((each) => call.startsWith(`${each} /`));
  if (method === undefined) throw new TypeError(`Not a method and a path: ${call}`);
  const path = `/${call.slice(method.length + 2)}` as const;
  return { ...DEFAULTS, params: idsIn(path), ...definition, method, path };
}

function idsIn(path: string): z.ZodType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return nothing;
  const known = new Map<string, z.ZodType>(Object.entries(ID_SCHEMAS));
  return z.object(Object.fromEntries(names.map((name) => [name, known.get(name) ?? entityIdSchema])));
}

/**
 * Returns where an operation is served. By default: anywhere if it is part of the documented interface or for
 * headsets; extensions for the organisation's own programs are administration.
 */
export function reachOf({
  reach,
  isExtension,
  access,
}: Pick<Endpoint, 'reach' | 'isExtension' | 'access'>): Reach {
  if (reach !== undefined) return reach;
  if (access === 'loopback') return 'administration';
  const isForHeadsets = access === 'public' || access.some((scope) => scope !== 'enterprise');
  return !isExtension || isForHeadsets ? 'anywhere' : 'administration';
}

/**
 * Returns the lowest role that may call an operation; technician by default, so that a forgotten role exposes
 * nothing. Operations without a token, and those for headsets only, have none.
 */
export function roleOf({ role, access }: Pick<Endpoint, 'role' | 'access'>): Role | null {
  if (typeof access === 'string' || !access.includes('enterprise')) return null;
  return role ?? 'technician';
}

/**
 * Returns true if calls are recorded in the audit log: those that change something, unless the operation says
 * otherwise.
 */
export function isAudited(operation: Pick<Endpoint, 'method' | 'isRead' | 'isAudited'>): boolean {
  return operation.isAudited ?? (operation.method !== 'GET' && operation.isRead !== true);
}

/** The schema of each event's data, by event name. */
export type StreamEvents = Readonly<Record<string, z.ZodType>>;

/** One Server-Sent Events stream: its path, its access and the data of its events. */
export type StreamEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Events extends StreamEvents = StreamEvents,
> = {
  readonly method: 'GET';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: Endpoint['tag'];
  readonly isExtension: boolean;
  readonly access: readonly Scope[];
  /** Absent: see `reachOf`. */
  readonly reach?: Reach;
  /** The lowest role that may open it; absent: see `roleOf`. */
  readonly role?: Role;
  /** True if it also answers people who are limited to carts, only about the headsets of those; absent: refused. */
  readonly servesCarts?: true;
  /** True if it also serves the station that works together with this one, over the local network too; absent: refused. */
  readonly servesPartners?: true;
  readonly params: Params;
  readonly query: Query;
  readonly events: Events;
  readonly errors: readonly ErrorCode[];
};

/** Declares a stream with its exact types. */
export function stream<
  Events extends StreamEvents,
  Params extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
>(
  definition: Optional<StreamEndpoint<Params, Query, Events>, 'params' | 'query'>,
): StreamEndpoint<Params, Query, Events>;
export function stream(definition: Optional<StreamEndpoint, 'params' | 'query'>): StreamEndpoint {
  return { params: nothing, query: nothing, ...definition };
}
