import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { enterpriseIdSchema, type TokenId } from '../../../../shared/contract/ids.ts';
import type { TokenInfo } from '../../../../shared/contract/tokens.ts';
import { machineTimeZone } from '../../../../shared/domain/statistics/time-zone.ts';
import { type Clock, toInstant, toInstantOrNull } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import type { Caller } from '../../http/caller.ts';
import { mount, mountOpen } from '../../http/mount.ts';
import { newId } from '../../new-id.ts';
import type { Writer } from '../../store/writer.ts';
import { type IssuingRules, planToken } from './issue.ts';
import type { LaunchTokens } from './launch.ts';
import type { Token, TokenStore } from './store.ts';
import type { Tokens } from './tokens.ts';

/** A session of the interface lasts a school day and the next morning. */
const SESSION_SEC = 24 * 60 * 60;
/** One over the local network lasts a school day. */
const REMOTE_SESSION_SEC = 8 * 60 * 60;

/** Proves the passcode of the administration over the local network. */
export type Passcodes = {
  /** Settles with undefined where it is right. */
  refuse(passcode: string, address: string): Promise<Failure<'RATE_LIMITED' | 'UNAUTHENTICATED'> | undefined>;
};

export type TokenRoutes = {
  readonly clock: Clock;
  readonly writer: Writer;
  readonly store: TokenStore;
  readonly tokens: Tokens;
  readonly launch: LaunchTokens;
  readonly rules: IssuingRules;
  readonly passcodes: Passcodes;
};

export function mountTokens(http: FastifyInstance, given: TokenRoutes): void {
  const { writer, store, tokens, rules } = given;
  mountOrganisations(http, given);
  mountSessions(http, given);

  mount(http, contract.issueToken, async ({ body, caller }) => {
    const plan = planToken(body, caller, rules);
    if (plan instanceof Failure) return plan;
    const token = await writer.run(() => tokens.add(plan));
    const signed = await tokens.sign(token);
    return { id: token.id, token: signed, scope: token.scope, expiresAt: toInstantOrNull(token.expiresAtMs) };
  });

  mount(http, contract.listTokens, ({ query, caller }) => {
    const { page, limit } = query;
    const of = seesAll(caller, rules) ? undefined : (caller.enterpriseId ?? '');
    const items = store.list(of, { limit, offset: (page - 1) * limit }).map(toInfo);
    return { page, limit, total: store.count(of), items };
  });

  mount(http, contract.getToken, ({ params, caller }) => {
    const token = findVisible(params.tokenId, caller, given);
    return token instanceof Failure ? token : toInfo(token);
  });

  mount(http, contract.revokeToken, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const token = findVisible(params.tokenId, caller, given);
      if (token instanceof Failure) return token;
      return toInfo({ ...token, revokedAtMs: token.revokedAtMs ?? tokens.revoke(token.id, afterCommit) });
    }),
  );
}

function mountSessions(http: FastifyInstance, given: TokenRoutes): void {
  const { clock, writer, store, tokens, launch, rules, passcodes } = given;

  mountOpen(http, contract.openSession, async ({ body, address, isFromLan }) => {
    const { launchToken, passcode } = body;
    // The printed address is of this computer: what it opens has no business on the network.
    const key = isFromLan ? 'passcode' : 'launchToken';
    const secret = isFromLan ? passcode : launchToken;
    if (secret === undefined) {
      const message = isFromLan ? 'The passcode of the station is needed' : 'A launch token is needed';
      return new Failure('VALIDATION_FAILED', message, { details: [{ path: key, message }] });
    }
    const refused = isFromLan ? await passcodes.refuse(secret, address) : undefined;
    if (refused !== undefined) return refused;
    if (!isFromLan && !launch.redeem(secret)) {
      return new Failure('UNAUTHENTICATED', 'This address was used already. Ask the station for a new one.');
    }
    const expiresInSec = isFromLan ? REMOTE_SESSION_SEC : SESSION_SEC;
    const token = await writer.run(() => {
      store.forgetSessions(clock.now());
      const session = { ...aToken(rules.ownEnterpriseId), kind: 'session' } as const;
      return tokens.add({ ...session, expiresInSec, isRemote: isFromLan });
    });
    const expiresAt = toInstant(token.expiresAtMs ?? 0);
    return { token: await tokens.sign(token), enterpriseId: rules.ownEnterpriseId, expiresAt };
  });
}

function mountOrganisations(http: FastifyInstance, { clock, writer, tokens, rules }: TokenRoutes): void {
  mount(http, contract.createEnterprise, async ({ body, caller }) => {
    if (caller.enterpriseId !== rules.ownEnterpriseId) {
      return new Failure('FORBIDDEN', 'Only the organisation of this station creates others.');
    }
    const id = enterpriseIdSchema.parse(newId());
    const { name, timeZone = machineTimeZone() } = body;
    const token = await writer.run(() => {
      rules.enterprises.add({ id, name, timeZone }, false, clock.now());
      return tokens.add({ ...aToken(id), label: 'first token' });
    });
    return { id, name, timeZone, token: await tokens.sign(token) };
  });
}

/** A token of an organisation that does not expire. */
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
