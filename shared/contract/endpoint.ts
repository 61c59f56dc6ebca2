import type { z } from 'zod';

import type { ErrorCode } from './errors.ts';
import type { Role } from './access/roles.ts';

/** What a token may do. Source: design.md section 4, "Tokens". */
export const SCOPES = ['enterprise', 'device', 'enroll'] as const;
export type Scope = (typeof SCOPES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Over which listeners an operation answers: `anywhere`, or as `administration`, which the local network gets only by a
 * session that was opened with the station's passcode.
 */
export type Reach = 'anywhere' | 'administration';

/** What an operation is about, with the words of the document. */
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

/** One HTTP operation: the only place its method, path, access, input, reply and refusals are written. */
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
  /** True for what the documented interface does not have. */
  readonly isExtension: boolean;
  /**
   * Token scopes that may call it; `public` needs no token; `loopback` needs none but answers on loopback only, and on
   * the local network while a passcode lets the station be administered there.
   */
  readonly access: readonly Scope[] | 'public' | 'loopback';
  /** Absent: see `reachOf`. */
  readonly reach?: Reach;
  /** The least role of a person who may call it; absent: see `roleOf`. */
  readonly role?: Role;
  /** True where it changes nothing although its method is not GET. */
  readonly isRead?: true;
  /** Whether it stands in the log of who did what; absent: see `isAudited`. */
  readonly isAudited?: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** True where a request that lost its body would do harm: none is then refused, though every field is optional. */
  readonly needsBody?: true;
  /**
   * True where it also takes, or where `body` is `nothing` only takes, a body of `application/octet-stream` of any size,
   * which its handler reads as a stream.
   */
  readonly takesBytes?: true;
  /** Media other than JSON that it reads, whole and up to a size, and that it answers; `reply` is then a `fileReply`. */
  readonly media?: {
    readonly body?: { readonly types: readonly string[]; readonly maxBytes: number };
    readonly reply?: { readonly status: 200 | 201; readonly types: readonly string[] };
  };
  /** `noContent` answers 204. */
  readonly reply: Reply;
  /** What the reply is sent as where it is not JSON; `reply` is then a `bytesReply`. */
  readonly mediaType?: `${string}/${string}`;
  /** True where the reply is a file: bytes of the file's own media type, whole or in ranges; `reply` is then `fileReply`. */
  readonly isFile?: true;
  /** Requests a minute that one token may make to this operation, counted apart from all others; absent = as the others. */
  readonly tokenLimit?: number;
  /** For operations without a token: requests a minute that one address may make; absent = no limit. */
  readonly addressLimit?: number;
  /** What it sends as Server-Sent Events, by event name, to who asks for `text/event-stream`; absent: it answers JSON alone. */
  readonly events?: StreamEvents;
  /** True where the interface lists 400 for a malformed id of a GET, which is else not found. */
  readonly refusesMalformedIds?: true;
  /** Refusals the caller must be ready for, besides those that are always possible. */
  readonly errors: readonly Code[];
  /** What is sent instead to who asks for `Prefer: return=minimal` (RFC 7240): what names the device and says what was done. */
  readonly minimal?: (reply: z.input<Reply>) => object;
  /** The revision in a reply, sent as `ETag`. A write that has one honours `If-Match`: a stale revision is a 409. */
  readonly revisionOf?: (reply: z.input<Reply>) => number;
};

/** Declares an operation with its exact types. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  const Code extends ErrorCode,
>(definition: Endpoint<Params, Query, Body, Reply, Code>): Endpoint<Params, Query, Body, Reply, Code> {
  return definition;
}

/**
 * Where an operation answers. One that does not say so answers anywhere where it belongs to the documented interface or
 * headsets may call it; an extension for the organisation's own programs is administration.
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
 * The least role of a person who may call an operation. One that does not say so is the technician's: who forgets it
 * opens nothing. Operations that need no token, and those for headsets alone, have none.
 */
export function roleOf({ role, access }: Pick<Endpoint, 'role' | 'access'>): Role | null {
  if (typeof access === 'string' || !access.includes('enterprise')) return null;
  return role ?? 'technician';
}

/** True where it is written down who called an operation: whatever changes something, and what says so. */
export function isAudited(operation: Pick<Endpoint, 'method' | 'isRead' | 'isAudited'>): boolean {
  return operation.isAudited ?? (operation.method !== 'GET' && operation.isRead !== true);
}

/** The schema of each event's data, by event name. */
export type StreamEvents = Readonly<Record<string, z.ZodType>>;

/** One Server-Sent Events stream: its path, who may open it and what its events carry. */
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
  /** The least role of a person who may open it; absent: see `roleOf`. */
  readonly role?: Role;
  readonly params: Params;
  readonly query: Query;
  readonly events: Events;
  readonly errors: readonly ErrorCode[];
};

/** Declares a stream with its exact types. */
export function stream<Params extends z.ZodType, Query extends z.ZodType, Events extends StreamEvents>(
  definition: StreamEndpoint<Params, Query, Events>,
): StreamEndpoint<Params, Query, Events> {
  return definition;
}
