import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomBytes } from 'node:crypto';

import { Failure } from '../failure.ts';
import type { Logger } from '../logging/log.ts';
import { requireTokens } from './auth.ts';
import type { Authenticator } from './caller.ts';
import { answerOtherMethods } from './routes/allowed-methods.ts';
import { audience } from './routes/audience.ts';
import { MAX_BODY_BYTES, refuseManyValues } from './body-limits.ts';
import { readBody } from './compression.ts';
import { answerError, answerMalformed } from './errors.ts';
import './fastify-types.ts';
import { checkHost, isLoopbackAddress } from './host-check.ts';
import { dropForwardedPorts, readTrustedProxies, refuseUnknownProxies } from './forwarded.ts';
import { ByteQuota } from './limits/byte-quota.ts';
import { limitRates, limitsOf } from './limits/rate-limit.ts';
import { withoutPoison } from './poison.ts';
import { limitSockets, SOCKET_LIMITS } from './limits/socket-limits.ts';
import { dropUnreadAnswers } from './limits/unread-answers.ts';

/** Maximum length of a path segment that is read. */
const MAX_PARAM_LENGTH = 4_096;

export type ServerOptions = {
  readonly log: Logger;
  readonly authenticator: Authenticator;
  /** Returns true while a passcode allows administration over the local network. */
  readonly isAdministeredOverLan: () => boolean;
  /** Requests per minute for an enterprise token; 0 = no limits; undefined = the default. */
  readonly rateLimit: number | undefined;
  /** Where it listens. On loopback it refuses other host names. */
  readonly host: string;
  /** Addresses and subnets of proxies whose statements about the origin of a request are trusted. */
  readonly trustedProxies: readonly string[];
  /** A central refuses what an unknown proxy forwarded. */
  readonly role: 'station' | 'central';
  /** Checks every reply against its schema; for tests. */
  readonly checksReplies: boolean;
};

/** Returns the HTTP server without its routes, not yet listening. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const isTrustedProxy = readTrustedProxies(options.trustedProxies);
  const limits = limitsOf(options.rateLimit);
  const http: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: isTrustedProxy,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, constraints: { audience } },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: true,
    requestIdHeader: false,
    genReqId: requestIds(),
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => void answerError(error, request, withHeaders(request, reply)),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Requests that arrived before the listener closed are answered, so that a restart behind a proxy refuses nobody.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  const isExempt = (address: string): boolean => SOCKET_LIMITS.isExempt(address) || isTrustedProxy(address);
  limitSockets(http.server, { ...SOCKET_LIMITS, isExempt });
  http.decorate('checksReplies', options.checksReplies);
  http.setErrorHandler(answerError);
  http.addHook('onRequest', (request, reply, done) => {
    withHeaders(request, reply);
    done();
  });
  dropUnreadAnswers(http);
  readJsonOnly(http, limits === undefined ? undefined : new ByteQuota());
  dropForwardedPorts(http, isTrustedProxy);
  if (options.role === 'central') refuseUnknownProxies(http, isTrustedProxy);
  if (options.host === 'localhost' || isLoopbackAddress(options.host)) checkHost(http, isTrustedProxy);
  answerOtherMethods(http);
  requireTokens(http, options.authenticator, options.isAdministeredOverLan);
  if (limits !== undefined) await limitRates(http, limits);
  return http;
}

/** Adds the headers of every reply. */
function withHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      // Pages set their own, which allows their files; no other reply is a page.
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  );
}

/**
 * Keeps Fastify's own schema compilers unloaded: the contract does the checking, and loading them takes a tenth of
 * the start.
 */
function noSchemas(): never {
  throw new TypeError('Schemas stand in shared/contract, not in routes');
}

/** Returns a generator of request ids that no other run of the station uses: a random start, then counted. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${run}-${count.toString(36)}`;
  };
}

/**
 * Reads JSON bodies and refuses others. An empty body counts as none whatever its type, because the interface asks
 * clients to send `Content-Type: application/json` on every request. Keys that reach for a prototype are ignored,
 * like all unknown keys.
 */
function readJsonOnly(http: FastifyInstance, quota: ByteQuota | undefined): void {
  http.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, text: string): unknown => {
    if (text === '') return undefined;
    quota?.take(request, Buffer.byteLength(text));
    refuseManyValues(text);
    const parsed: unknown = JSON.parse(text);
    return mayPoison(text) ? withoutPoison(parsed) : parsed;
  };
  http.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined && body.length > 0) {
      readBody(request, body, MAX_BODY_BYTES)
        .then((text) => parse(request, text))
        .then(
          (parsed) => done(null, parsed),
          (error: unknown) => done(asError(error)),
        );
      return;
    }
    try {
      done(null, parse(request, body.toString('utf8')));
    } catch (error) {
      done(asError(error));
    }
  });
  http.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new Failure('VALIDATION_FAILED', 'Send the body as application/json.'));
  });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Text that could hold a key `__proto__` or `constructor`, written plainly or with escapes; looked for as the fastest way is. */
function mayPoison(text: string): boolean {
  return text.includes('__proto__') || text.includes('constructor') || text.includes('\\u');
}
