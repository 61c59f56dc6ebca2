import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { sessionSchema } from '../../../../shared/contract/access/sessions.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { SubjectNames } from '../../kernel/module.ts';
import { isFromLan } from '../../kernel/http/from-lan.ts';
import type { AuditLog, AuditInput } from './log.ts';
import { detailOf, fromJson, nameOf, targetsOf } from './describe.ts';

/** Maximum number of refusals recorded per caller and minute; the next entry has the number of further ones. */
const MAX_REFUSALS = 30;
const MINUTE_MS = 60_000;

type Recording = {
  readonly core: Core;
  readonly audit: AuditLog;
  readonly ownEnterpriseId: string;
  /** Returns the name of the person, or else of the token. */
  readonly nameOf: (caller: Caller) => string | null;
  /** Returns the names of things before a request is served. */
  readonly subjects: Required<SubjectNames>;
};

const drySchema = z.object({ dryRun: z.literal(true) });
const signedInSchema = sessionSchema.pick({ role: true, person: true });

/**
 * Records the actions of people and programs, before they get their reply; not the reports of headsets. Refusals are
 * recorded if they concern permissions; malformed requests did nothing.
 */
export function recordWrites(http: FastifyInstance, input: Recording): void {
  const refusals = new Refusals(input.core);
  const subjects = new WeakMap<FastifyRequest, string>();
  http.addHook('preHandler', (request, _reply, done) => {
    // Looked up first: a removed thing no longer has a name afterwards.
    const isRequested =
      request.routeOptions.config.isAudited === true && request.caller?.scope === 'enterprise';
    const subject = isRequested ? subjectOf(request, input.subjects) : undefined;
    if (subject !== undefined) subjects.set(request, subject);
    done();
  });
  const record = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> => {
    const entry = toEntry(request, reply, payload, input);
    if (entry === undefined) return;
    const skipped = refusals.admit(entry);
    if (skipped === undefined) return;
    // Refusals of another organisation must not reveal names to it.
    const mayKnow = entry.status < 400 || entry.enterpriseId === input.ownEnterpriseId;
    const subject = mayKnow ? (subjects.get(request) ?? null) : null;
    await input.audit.record({ ...entry, skipped, subject });
  };
  const settle = (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> =>
    record(request, reply, payload).catch((error: unknown) => {
      // The action is done; reporting a failure would be false.
      request.log.error({ err: error }, 'who did this could not be written down');
    });
  const written = new WeakSet<FastifyRequest>();
  http.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.isAudited !== true || !concerns(request, reply))
      return done(null, payload);
    written.add(request);
    void settle(request, reply, payload).then(() => done(null, payload));
  });
  // A streamed file is recorded at its end.
  http.addHook('onResponse', (request, reply, done) => {
    const isMissing = request.routeOptions.config.isAudited === true && !written.has(request);
    if (isMissing && concerns(request, reply)) void settle(request, reply, undefined);
    done();
  });
}

/** Returns true for actions of people and programs, and refused ones. */
function concerns(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { caller } = request;
  if (request.routeOptions.config.operation === '/station/session' && caller === null)
    return statusCode === 200 || statusCode === 401;
  if (caller?.scope !== 'enterprise') return false;
  return statusCode < 400 || statusCode === 403;
}

function toEntry(
  request: FastifyRequest,
  { statusCode: status }: FastifyReply,
  payload: unknown,
  input: Recording,
): Omit<AuditInput, 'subject'> | undefined {
  const { caller, params, body } = request;
  const operation = nameOf(request.method, request.routeOptions.config.operation ?? '');
  if (operation === undefined) return undefined;
  // A preview changes nothing, so it is not logged.
  if (status < 400 && drySchema.safeParse(body).success) return undefined;
  return {
    ...(caller === null ? signedInAs(payload) : callerOf(caller, input)),
    enterpriseId: caller?.enterpriseId ?? input.ownEnterpriseId,
    address: request.ip,
    isFromLan: isFromLan(request),
    operation,
    detail: detailOf(operation, params, body),
    devicesId: [...targetsOf(operation, params, body, payload)],
    status,
    skipped: 0,
  };
}

const inPathSchema = z.record(z.string(), z.string());

/** Maximum length of a name. */
const MAX_CHARACTERS = 200;

/** Returns the name of the first thing in the path, or else the subject of the operation. */
function subjectOf(
  request: FastifyRequest,
  { inPath, ofOperation }: Recording['subjects'],
): string | undefined {
  const enterpriseId = request.caller?.enterpriseId ?? null;
  const cut = (name: string): string => name.slice(0, MAX_CHARACTERS).toWellFormed();
  for (const [parameter, id] of Object.entries(inPathSchema.safeParse(request.params).data ?? {})) {
    const name = inPath[parameter]?.(id, enterpriseId);
    if (name !== undefined) return cut(name);
  }
  const operation = nameOf(request.method, request.routeOptions.config.operation ?? '');
  const name = operation === undefined ? undefined : ofOperation[operation]?.(enterpriseId);
  return name === undefined || name === '' ? undefined : cut(name);
}

type Who = Pick<AuditInput, 'kind' | 'who' | 'personId' | 'tokenId' | 'role'>;

function callerOf(caller: Caller, { nameOf: called }: Recording): Who {
  const { role, personId, tokenId } = caller;
  return { kind: kindOf(caller), who: called(caller), personId, tokenId, role };
}

/** Returns the kind of a caller. */
export function kindOf({
  personId,
  isRemote,
  role,
}: Pick<Caller, 'personId' | 'isRemote' | 'role'>): 'person' | 'computer' | 'program' {
  if (personId !== null || isRemote) return 'person';
  return role === null ? 'program' : 'computer';
}

/** The reply names the person who opened the session. */
function signedInAs(payload: unknown): Who {
  const session = signedInSchema.safeParse(fromJson(payload)).data;
  const personId = session?.person?.id ?? null;
  return {
    kind: session === undefined ? 'nobody' : personId === null ? 'computer' : 'person',
    who: session?.person?.name ?? null,
    personId,
    tokenId: null,
    role: session?.role ?? null,
  };
}

type Counted = { readonly sinceMs: number; written: number; skipped: number };

/** Prevents repeated refusals from filling the log. */
class Refusals {
  readonly #core: Core;
  readonly #byCaller = new Map<string, Counted>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Returns how many refusals of this caller were skipped before this entry; undefined if this one is skipped too. */
  admit({
    status,
    tokenId,
    address,
  }: Pick<AuditInput, 'status' | 'tokenId' | 'address'>): number | undefined {
    const key = tokenId ?? address;
    const known = this.#byCaller.get(key);
    if (status < 400) {
      const skipped = known?.skipped ?? 0;
      if (known !== undefined) known.skipped = 0;
      return skipped;
    }
    const nowMs = this.#core.clock.now();
    const isFresh = known === undefined || Math.abs(nowMs - known.sinceMs) >= MINUTE_MS;
    const counted = isFresh ? { sinceMs: nowMs, written: 0, skipped: known?.skipped ?? 0 } : known;
    if (isFresh) this.#remember(key, counted);
    if (counted.written >= MAX_REFUSALS) {
      counted.skipped += 1;
      return undefined;
    }
    counted.written += 1;
    const { skipped } = counted;
    counted.skipped = 0;
    return skipped;
  }

  #remember(key: string, counted: Counted): void {
    this.#byCaller.delete(key);
    this.#byCaller.set(key, counted);
    const oldest = this.#byCaller.keys().next().value;
    if (this.#byCaller.size > 1_000 && oldest !== undefined) this.#byCaller.delete(oldest);
  }
}
