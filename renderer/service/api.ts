import { z } from 'zod';

import type { Endpoint } from '../../shared/contract/endpoint.ts';
import {
  errorBodySchema,
  type AlwaysPossible,
  type ErrorCode,
  type ErrorDetail,
} from '../../shared/contract/errors.ts';
import { address } from '../../shared/domain/kernel/address.ts';
import { closeSession, connection } from './session.ts';

// The page may not compile code at run time, so the schemas must not try.
z.config({ jitless: true });

/** Present only if the schema has fields. */
type Part<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : { readonly [Key in Name]: z.input<Schema> };

export type CallInput<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = Part<
  'params',
  Params
> &
  Part<'query', Query> &
  Part<'body', Body> & {
    readonly signal?: AbortSignal;
    /** The revision that was read: a later change from elsewhere is not overwritten, but refused with CONFLICT. */
    readonly ifMatch?: number;
  };

/** Why a call failed. `offline`: the station could not be reached, or did not answer correctly. */
export type Refusal<Code extends ErrorCode = ErrorCode> = {
  readonly refused: Code | AlwaysPossible | 'offline';
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
};

export type Outcome<Reply, Code extends ErrorCode> = { readonly reply: Reply } | Refusal<Code>;

/** Calls an operation of the contract with this window's session. Never throws: every refusal is in the result. */
export async function call<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Code extends ErrorCode,
>(
  endpoint: Endpoint<Params, Query, Body, Reply, Code>,
  input: CallInput<Params, Query, Body>,
): Promise<Outcome<z.output<Reply>, Code>> {
  const answer = await send(endpoint, input);
  if (answer === null) return { refused: 'offline', message: '' };
  if (!answer.ok) return refusal<Code>(answer);
  const reply = endpoint.reply.safeParse(answer.body);
  // Unknown fields are dropped; an invalid one means that interface and station do not match.
  if (!reply.success) return { refused: 'INTERNAL', message: z.prettifyError(reply.error) };
  return { reply: reply.data };
}

/** Returns true for a result without a reply. */
export function isRefused<Reply, Code extends ErrorCode>(
  outcome: Outcome<Reply, Code>,
): outcome is Refusal<Code> {
  return 'refused' in outcome;
}

type Answer = { readonly ok: boolean; readonly status: number; readonly body: unknown };
type LooseInput = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
  ifMatch?: number;
};

async function send(endpoint: Endpoint, input: LooseInput): Promise<Answer | null> {
  const key = connection();
  const headers = new Headers({ accept: 'application/json' });
  if (key !== null) headers.set('authorization', `Bearer ${key.token}`);
  if (input.ifMatch !== undefined) headers.set('if-match', `"${input.ifMatch}"`);
  const hasBody = endpoint.method !== 'GET' && input.body !== undefined;
  if (hasBody) headers.set('content-type', 'application/json');
  try {
    const target = address(endpoint.path, asObject(input.params), asObject(input.query));
    const answer = await fetch((key?.url ?? '') + target, {
      method: endpoint.method,
      headers,
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
    const text = await answer.text();
    return { ok: answer.ok, status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    // Unreachable, interrupted, aborted by the caller, or not JSON: there is no answer.
    return null;
  }
}

function refusal<Code extends ErrorCode>(answer: Answer): Refusal<Code> {
  if (answer.status === 401) closeSession();
  const body = errorBodySchema.safeParse(answer.body);
  if (!body.success) return { refused: 'INTERNAL', message: `HTTP ${answer.status}` };
  const { code, message, details } = body.data;
  return { refused: declared<Code>(code), message, ...(details === undefined ? {} : { details }) };
}

/**
 * The service answers only with codes that the endpoint declares or that are always possible; its own tests check
 * that.
 */
function declared<Code extends ErrorCode>(code: ErrorCode): Code | AlwaysPossible {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a code from the wire gets its type
  return code as Code | AlwaysPossible;
}

function asObject(part: unknown): object {
  return typeof part === 'object' && part !== null ? part : {};
}
