import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import { contract } from '../../../../shared/contract/index.ts';
import type { TokenId } from '../../../../shared/contract/ids.ts';
import type { TokenInfo } from '../../../../shared/contract/access/tokens.ts';
import { machineTimeZone } from '../../../../shared/domain/statistics/time-zone.ts';
import { type Clock, toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount, mountOpen } from '../../kernel/http/routes/mount.ts';
import type { Writer } from '../../kernel/store/writer.ts';
import type { SignedIn } from './sign-in.ts';
import { type EnterpriseOfDevice, type IssuingRules, planToken } from '../tokens/issue.ts';
import type { LaunchTokens } from '../tokens/launch.ts';
import type { Token, TokenStore } from '../tokens/store.ts';
import type { Tokens } from '../tokens/tokens.ts';

/** A session of the interface lasts until the next morning. */
const SESSION_SEC = 24 * 60 * 60;
/** A session over the local network lasts a school day. */
const REMOTE_SESSION_SEC = 8 * 60 * 60;

/** Verifies passcodes. */
export type Passcodes = {
  /** Returns the owner of a passcode. */
  prove(
    passcode: string,
    address: string,
    isFromLan: boolean,
  ): Promise<SignedIn | Failure<'RATE_LIMITED' | 'UNAUTHENTICATED'>>;
};

export type TokenRoutes = {
  readonly clock: Clock;
  readonly writer: Writer;
  readonly store: TokenStore;
  readonly tokens: Tokens;
  readonly launch: LaunchTokens;
  readonly rules: IssuingRules;
  readonly passcodes: Passcodes;
  /** Returns the name of a person; undefined if there is none. */
  readonly nameOf: (personId: string) => string | undefined;
};

export function mountTokens(http: FastifyInstance, input: TokenRoutes): void {
  const { clock, writer, store, tokens, rules } = input;
  mountOrganisations(http, input);
  mountSessions(http, input);

  mount(http, contract.listTokens, ({ query, caller }) => {
    const { page, limit, search, live, owner } = query;
    const which = {
      enterpriseId: seesAll(caller, rules) ? null : (caller.enterpriseId ?? ''),
      search: search ?? null,
      liveAtMs: live === true ? clock.now() : null,
      owner: owner ?? null,
    };
    const items = store.list(which, { limit, offset: (page - 1) * limit }).map(toInfo);
    return { page, limit, total: store.count(which), items };
  });

  mount(http, contract.getToken, ({ params, caller }) => {
    const token = findVisible(params.tokenId, caller, input);
    return token instanceof Failure ? token : toInfo(token);
  });

  mount(http, contract.revokeToken, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const token = findVisible(params.tokenId, caller, input);
      if (token instanceof Failure) return token;
      return toInfo({ ...token, revokedAtMs: token.revokedAtMs ?? tokens.revoke(token.id, afterCommit) });
    }),
  );
}

/** Serves the issuing of tokens, which needs the devices: the module above calls it. */
export function mountIssuing(
  http: FastifyInstance,
  { writer, tokens, rules }: TokenRoutes,
  enterpriseOfDevice: EnterpriseOfDevice,
): void {
  mount(http, contract.issueToken, async ({ body, caller }) => {
    const plan = planToken(body, caller, rules, enterpriseOfDevice);
    if (plan instanceof Failure) return plan;
    const token = await writer.run(() => tokens.add(plan));
    const signed = tokens.sign(token);
    return { id: token.id, token: signed, scope: token.scope, expiresAt: toInstantOrNull(token.expiresAtMs) };
  });
}

function mountSessions(http: FastifyInstance, input: TokenRoutes): void {
  const { clock, writer, store, tokens, rules, nameOf } = input;

  mountOpen(http, contract.openSession, async ({ body, address, isFromLan }) => {
    const entry = await prove(body, address, isFromLan, input);
    if (entry instanceof Failure) return entry;
    const { role, personId, name, carts } = entry;
    const expiresInSec = isFromLan || personId !== null ? REMOTE_SESSION_SEC : SESSION_SEC;
    const token = await writer.run(() => {
      store.forgetSessions(clock.now());
      const session = { ...aToken(rules.ownEnterpriseId), kind: 'session', role, personId, carts } as const;
      return tokens.add({ ...session, expiresInSec, isRemote: isFromLan });
    });
    const person = personId === null ? null : { id: personId, name: name ?? '' };
    const expiresAt = toInstant(token.expiresAtMs ?? 0);
    const signed = tokens.sign(token);
    return { token: signed, enterpriseId: rules.ownEnterpriseId, expiresAt, role, person, carts };
  });

  mount(http, contract.getSession, ({ caller: { role, personId, carts, expiresAtMs } }) => ({
    role: role ?? 'technician',
    carts: carts === null ? null : [...carts],
    person: personId === null ? null : { id: personId, name: nameOf(personId) ?? '' },
    expiresAt: toInstantOrNull(expiresAtMs),
  }));

  mount(http, contract.closeSession, ({ caller }) => {
    if (caller.role === null)
      return new Failure('VALIDATION_FAILED', 'Only a session signs out. Revoke the token instead.');
    return writer.run((afterCommit) => void tokens.revoke(caller.tokenId, afterCommit));
  });
}

/** Returns the owner of the secret in the request. */
async function prove(
  { launchToken, passcode }: z.output<typeof contract.openSession.body>,
  address: string,
  isFromLan: boolean,
  { launch, passcodes }: TokenRoutes,
): Promise<SignedIn | Failure<'VALIDATION_FAILED' | 'UNAUTHENTICATED' | 'RATE_LIMITED'>> {
  // The printed URL is for this computer: what it opens is not valid on the network.
  if (passcode !== undefined && (isFromLan || launchToken === undefined))
    return passcodes.prove(passcode, address, isFromLan);
  if (isFromLan || launchToken === undefined) {
    const message = isFromLan
      ? 'A passcode of the station is needed'
      : 'A launch token or a passcode is needed';
    const path = isFromLan ? 'passcode' : 'launchToken';
    return new Failure('VALIDATION_FAILED', message, { details: [{ path, message }] });
  }
  return launch.redeem(launchToken)
    ? { role: 'technician', personId: null, name: null, carts: null }
    : new Failure('UNAUTHENTICATED', 'This address was used already. Ask the station for a new one.');
}

function mountOrganisations(http: FastifyInstance, { clock, writer, tokens, rules }: TokenRoutes): void {
  mount(http, contract.createEnterprise, async ({ body, caller }) => {
    if (caller.enterpriseId !== rules.ownEnterpriseId) {
      return new Failure('FORBIDDEN', 'Only the organisation of this station creates others.');
    }
    const id = rules.nameEnterprise();
    const { name, timeZone = machineTimeZone() } = body;
    const token = await writer.run(() => {
      rules.enterprises.add({ id, name, timeZone }, false, clock.now());
      return tokens.add({ ...aToken(id), label: 'first token' });
    });
    return { id, name, timeZone, token: tokens.sign(token) };
  });
}

/** Returns a token of an organisation that does not expire. */
export function aToken(enterpriseId: Token['enterpriseId']) {
  return {
    scope: 'enterprise',
    kind: 'issued',
    label: null,
    enterpriseId,
    deviceId: null,
    fleetAccess: [],
    expiresInSec: null,
  } as const;
}

function seesAll(caller: Caller, rules: IssuingRules): boolean {
  return caller.enterpriseId === rules.ownEnterpriseId;
}

function findVisible(id: TokenId, caller: Caller, { store, rules }: TokenRoutes) {
  const token = store.find(id);
  const isOwn = caller.enterpriseId !== null && token?.enterpriseId === caller.enterpriseId;
  const isVisible = token !== undefined && (seesAll(caller, rules) || isOwn);
  return isVisible ? token : new Failure('TOKEN_NOT_FOUND', 'There is no such token.');
}

function toInfo(token: Token): TokenInfo {
  return {
    id: token.id,
    scope: token.scope,
    label: token.label,
    enterpriseId: token.enterpriseId,
    deviceId: token.deviceId,
    fleetAccess: token.fleetAccess,
    createdAt: toInstant(token.createdAtMs),
    expiresAt: toInstantOrNull(token.expiresAtMs),
    revokedAt: toInstantOrNull(token.revokedAtMs),
  };
}
