import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Scope } from '../../../../../shared/contract/endpoint.ts';
import { Failure } from '../../failure.ts';

/** Requests per minute and token. The API documentation names the refusal and no number. */
export const DEFAULT_LIMITS: Readonly<Record<Scope, number>> = { enterprise: 600, device: 240, enroll: 240 };

/** Returns the limits for a station's option: undefined = the default, 0 = none. */
export function limitsOf(rateLimit: number | undefined): Readonly<Record<Scope, number>> | undefined {
  if (rateLimit === 0) return undefined;
  return rateLimit === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, enterprise: rateLimit };
}

const WINDOW_MS = 60_000;

/**
 * Limits each token by its scope; the interface's own session has no limit. Without a token the address is limited if
 * the operation says so. Register it after the token check.
 */
export async function limitRates(
  http: FastifyInstance,
  limits: Readonly<Record<Scope, number>>,
): Promise<void> {
  // Loaded only if there are limits.
  const { default: rateLimit } = await import('@fastify/rate-limit');
  await http.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: WINDOW_MS,
    // Tokens seen within one window; more than any cart has. The least recently used are evicted first.
    cache: 50_000,
    max: (request: FastifyRequest) =>
      request.caller === null
        ? (request.routeOptions.config.addressLimit ?? Number.MAX_SAFE_INTEGER)
        : (request.routeOptions.config.tokenLimit ?? limits[request.caller.scope]),
    keyGenerator: (request: FastifyRequest) =>
      request.caller === null ? openKey(request) : tokenKey(request, request.caller.tokenId),
    allowList: (request: FastifyRequest) =>
      request.caller === null
        ? request.routeOptions.config.addressLimit === undefined
        : request.caller.isSession,
    errorResponseBuilder: (_request, { ttl, max }) => {
      const retryAfterSec = Math.max(1, Math.ceil(ttl / 1_000));
      return new Failure(
        'RATE_LIMITED',
        `More than ${max} requests in a minute. Try again in ${retryAfterSec} s.`,
        {
          retryAfterSec,
        },
      );
    },
  });
}

/**
 * An operation with its own limit is counted separately: a headset that downloads in ranges must not lose its
 * heartbeat.
 */
function tokenKey(request: FastifyRequest, tokenId: string): string {
  const { tokenLimit, operation = '' } = request.routeOptions.config;
  return tokenLimit === undefined ? tokenId : `${operation} ${tokenId}`;
}

/** Each operation is counted separately, so that one page's images do not use up its lookups. */
function openKey(request: FastifyRequest): string {
  return `${request.routeOptions.config.operation ?? ''} ${request.ip}`;
}
