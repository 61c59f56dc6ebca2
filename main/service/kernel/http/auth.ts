import type { FastifyInstance, FastifyRequest } from 'fastify';

import { isAtLeast } from '../../../../shared/contract/access/roles.ts';
import { Failure } from '../failure.ts';
import type { Authenticator, Caller } from './caller.ts';
import { isForwarded } from './forwarded.ts';
import { isFromLan } from './from-lan.ts';
import { isLoopbackAddress } from './host-check.ts';

const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Requires, before the body is read, a token with a scope that the route allows, and for a device token the device's
 * own path. A route without an access rule is refused, so that forgetting it exposes nothing. Also the one place that
 * keeps administration off the local network; `isAdministeredOverLan` returns whether a passcode allows it.
 */
export function requireTokens(
  http: FastifyInstance,
  authenticator: Authenticator,
  isAdministeredOverLan: () => boolean,
): void {
  http.decorateRequest('caller', null);
  http.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (request.is404 || access === 'public') return;
    if (access === 'loopback') {
      const isAllowed = isFromLan(request)
        ? isAdministeredOverLan()
        : isLoopbackAddress(request.ip) && !isForwarded(request);
      if (!isAllowed) throw new Failure('UNAUTHENTICATED', 'Only this computer may request this.');
      return;
    }
    const caller = await proveCaller(request, authenticator);
    if (access === undefined || !access.includes(caller.scope)) {
      throw new Failure('FORBIDDEN', `A token of scope "${caller.scope}" may not do this.`);
    }
    if (caller.scope === 'device' && !isOwnPath(request.params, caller)) {
      throw new Failure('FORBIDDEN', 'This token belongs to another device.');
    }
    if (caller.isPartner && request.routeOptions.config.servesPartners !== true)
      throw new Failure('FORBIDDEN', 'The token of another station is for sync only.');
    if (isFromLan(request) && !mayOverLan(request, caller)) {
      throw new Failure(
        'FORBIDDEN',
        'The station is administered on its own computer, not over the network.',
      );
    }
    // From here on the caller is known, and a refusal because of the role is recorded.
    request.caller = caller;
    requireRole(request, caller);
    requireCarts(request, caller);
  });
}

/** Requires the role of a route; technician if the route names none. */
function requireRole(request: FastifyRequest, { role }: Caller): void {
  const least = request.routeOptions.config.role ?? 'technician';
  if (role === null || isAtLeast(role, least)) return;
  throw new Failure('ROLE_REQUIRED', `This needs the role "${least}"; you are signed in as "${role}".`);
}

/**
 * Refuses people who are limited to carts where an operation is not declared to serve only those, so that a forgotten
 * one exposes nothing. Which headsets they reach: `devices/live/reach.ts`.
 */
function requireCarts(request: FastifyRequest, { carts }: Caller): void {
  if (carts === null || request.routeOptions.config.servesCarts === true) return;
  throw new Failure('FORBIDDEN', 'This is about all headsets; you are limited to some carts.');
}

/**
 * Routes that are not marked to be served anywhere are administration, and require a session opened with the
 * passcode. The session of this computer's own interface is not valid elsewhere.
 */
function mayOverLan(request: FastifyRequest, caller: Caller): boolean {
  if (caller.isRemote || caller.isPartner) return true;
  return !caller.isSession && request.routeOptions.config.reach === 'anywhere';
}

async function proveCaller(request: FastifyRequest, authenticator: Authenticator): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined)
    throw new Failure('UNAUTHENTICATED', 'A token is needed: Authorization: Bearer <token>.');
  const token = bearer.exec(header)?.[1];
  const caller = token === undefined ? undefined : await authenticator.authenticate(token);
  if (caller === undefined)
    throw new Failure('UNAUTHENTICATED', 'The token is not valid, has expired or was revoked.');
  return caller;
}

function isOwnPath(params: unknown, caller: Caller): boolean {
  if (typeof params !== 'object' || params === null || !('deviceId' in params)) return true;
  return params.deviceId === caller.deviceId;
}
