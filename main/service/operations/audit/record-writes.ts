import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { sessionSchema } from '../../../../shared/contract/access/sessions.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { SubjectNames } from '../../kernel/module.ts';
import { isFromLan } from '../../kernel/http/from-lan.ts';
import type { AuditLog, ToRecord } from './log.ts';
import { detailOf, fromJson, nameOf, targetsOf } from './what.ts';

/** Refusals of one caller that are written down in a minute; how many more there were stands in the next entry. */
const MOST_REFUSALS = 30;
const MINUTE_MS = 60_000;

type Recording = {
  readonly core: Core;
  readonly audit: AuditLog;
  readonly ownEnterpriseId: string;
  /** What a person, or else a token, is called. */
  readonly nameOf: (caller: Caller) => string | null;
  /** What things are called before a request is served. */
  readonly subjects: Required<SubjectNames>;
};

const drySchema = z.object({ dryRun: z.literal(true) });
const signedInSchema = sessionSchema.pick({ role: true, person: true });

/**
 * Writes down what people and programs do, before they have their answer. What headsets report is not theirs. Of what
 * was refused it keeps what was refused to somebody for who he is; what was not understood did nothing.
 */
export function recordWrites(http: FastifyInstance, given: Recording): void {
  const refusals = new Refusals(given.core);
  const subjects = new WeakMap<FastifyRequest, string>();
  http.addHook('preHandler', (request, _reply, done) => {
    // What is removed has no name any more once it is.
    const isAsked = request.routeOptions.config.isAudited === true && request.caller?.scope === 'enterprise';
    const subject = isAsked ? subjectOf(request, given.subjects) : undefined;
    if (subject !== undefined) subjects.set(request, subject);
    done();
  });
  const record = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> => {
    const entry = toEntry(request, reply, payload, given);
    if (entry === undefined) return;
    const skipped = refusals.take(entry);
    if (skipped === undefined) return;
    // What another organisation was refused tells it no names.
    const mayKnow = entry.status < 400 || entry.enterpriseId === given.ownEnterpriseId;
    const subject = mayKnow ? (subjects.get(request) ?? null) : null;
    await given.audit.record({ ...entry, skipped, subject });
  };
  const settle = (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> =>
    record(request, reply, payload).catch((error: unknown) => {
      // What was asked for is done; saying that it was not would be false.
      request.log.error({ err: error }, 'who did this could not be written down');
    });
  const written = new WeakSet<FastifyRequest>();
  http.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.isAudited !== true || !concerns(request, reply))
      return done(null, payload);
    written.add(request);
    void settle(request, reply, payload).then(() => done(null, payload));
  });
  // A file that goes out by itself is known at its end.
  http.addHook('onResponse', (request, reply, done) => {
    const isMissing = request.routeOptions.config.isAudited === true && !written.has(request);
    if (isMissing && concerns(request, reply)) void settle(request, reply, undefined);
    done();
  });
}

/** True for what a person or a program did, or was not let do. */
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
  given: Recording,
): Omit<ToRecord, 'subject'> | undefined {
  const { caller, params, body } = request;
  const operation = nameOf(request.method, request.routeOptions.config.operation ?? '');
  if (operation === undefined) return undefined;
  // Who only asked what would follow has done nothing.
  if (status < 400 && drySchema.safeParse(body).success) return undefined;
  return {
    ...(caller === null ? whoSignedIn(payload) : whoAsked(caller, given)),
    enterpriseId: caller?.enterpriseId ?? given.ownEnterpriseId,
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

/** Kept of a name. */
const MOST_CHARACTERS = 200;

/** What the first thing is called that the path names, or else what the operation is about. */
function subjectOf(
  request: FastifyRequest,
  { inPath, ofOperation }: Recording['subjects'],
): string | undefined {
  const enterpriseId = request.caller?.enterpriseId ?? null;
  const cut = (name: string): string => name.slice(0, MOST_CHARACTERS).toWellFormed();
  for (const [parameter, id] of Object.entries(inPathSchema.safeParse(request.params).data ?? {})) {
    const name = inPath[parameter]?.(id, enterpriseId);
    if (name !== undefined) return cut(name);
  }
  const operation = nameOf(request.method, request.routeOptions.config.operation ?? '');
  const name = operation === undefined ? undefined : ofOperation[operation]?.(enterpriseId);
  return name === undefined || name === '' ? undefined : cut(name);
}

type Who = Pick<ToRecord, 'kind' | 'who' | 'personId' | 'tokenId' | 'role'>;

function whoAsked(caller: Caller, { nameOf: called }: Recording): Who {
  const { role, personId, tokenId } = caller;
  return { kind: kindOf(caller), who: called(caller), personId, tokenId, role };
}

/** What kind of caller somebody is. */
export function kindOf({
  personId,
  isRemote,
  role,
}: Pick<Caller, 'personId' | 'isRemote' | 'role'>): 'person' | 'computer' | 'program' {
  if (personId !== null || isRemote) return 'person';
  return role === null ? 'program' : 'computer';
}

/** Who opened a session stands in its answer. */
function whoSignedIn(payload: unknown): Who {
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

/** Keeps somebody who is refused again and again from filling the log. */
class Refusals {
  readonly #core: Core;
  readonly #byCaller = new Map<string, Counted>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** How many refusals of this caller were left out before this entry; undefined where it is left out too. */
  take({ status, tokenId, address }: Pick<ToRecord, 'status' | 'tokenId' | 'address'>): number | undefined {
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
    if (counted.written >= MOST_REFUSALS) {
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
