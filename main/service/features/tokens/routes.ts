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

export type TokenRoutes = {
  readonly clock: Clock;
  readonly writer: Writer;
  readonly store: TokenStore;
  readonly tokens: Tokens;
  readonly launch: LaunchTokens;
  readonly rules: IssuingRules;
};

export function mountTokens(http: FastifyInstance, given: TokenRoutes): void {
  const { clock, writer, store, tokens, launch, rules } = given;
  mountOrganisations(http, given);

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

  mountOpen(http, contract.openSession, async ({ body }) => {
    if (!launch.redeem(body.launchToken)) {
      return new Failure('UNAUTHENTICATED', 'This address was used already. Ask the station for a new one.');
    }
    const token = await writer.run(() => {
      store.forgetSessions(clock.now());
      return tokens.add({ ...aToken(rules.ownEnterpriseId), kind: 'session', expiresInSec: SESSION_SEC });
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
