import type { issueToken } from '../../../../shared/contract/access/tokens.ts';
import type { DeviceId, EnterpriseId, TokenId } from '../../../../shared/contract/ids.ts';
import type { z } from 'zod';

import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { EnterpriseStore } from '../enterprises/enterprises.ts';
import type { TokenRequest } from './tokens.ts';

type Body = z.output<typeof issueToken.body>;
type Refusal = Failure<'FORBIDDEN' | 'VALIDATION_FAILED' | 'DEVICE_NOT_FOUND'>;

/** What `planToken` needs to know about the station. */
export type IssuingRules = {
  readonly ownEnterpriseId: EnterpriseId;
  readonly enterprises: EnterpriseStore;
  readonly nowMs: () => number;
  /** Returns the session over the local network that issued a token; null if none did. */
  readonly sessionOf: (id: TokenId) => TokenId | null;
  /** Returns the id of a new organisation. */
  readonly nameEnterprise: () => EnterpriseId;
};

/** Returns the organisation of a device; undefined if there is no such device. */
export type EnterpriseOfDevice = (id: DeviceId) => EnterpriseId | undefined;

/**
 * Decides what the requested token may do. Only the station's own organisation issues for others and grants
 * `fleetAccess`.
 */
export function planToken(
  body: Body,
  caller: Caller,
  rules: IssuingRules,
  enterpriseOfDevice: EnterpriseOfDevice,
): TokenRequest | Refusal {
  const isOwn = caller.enterpriseId === rules.ownEnterpriseId;
  const enterpriseId = body.enterpriseId === undefined ? caller.enterpriseId : body.enterpriseId;
  const fleetAccess = body.fleetAccess ?? [];
  if (!isOwn && (enterpriseId === null || enterpriseId !== caller.enterpriseId || fleetAccess.length > 0)) {
    return new Failure('FORBIDDEN', 'Only the organisation of this station issues tokens for others.');
  }
  const isUnknown = (id: EnterpriseId): boolean => !rules.enterprises.isLocal(id);
  if (enterpriseId !== null && isUnknown(enterpriseId))
    return refuse('enterpriseId', `There is no organisation ${enterpriseId}.`);
  const unknownFleet = fleetAccess.find(isUnknown);
  if (unknownFleet !== undefined) return refuse('fleetAccess', `There is no organisation ${unknownFleet}.`);
  if (body.scope === 'device') {
    if (body.deviceId === undefined) return refuse('deviceId', 'A device token needs a deviceId.');
    if (enterpriseOfDevice(body.deviceId) !== enterpriseId) {
      return new Failure('DEVICE_NOT_FOUND', 'There is no such device.');
    }
  }
  return {
    scope: body.scope,
    kind: 'issued',
    label: body.label ?? null,
    enterpriseId,
    deviceId: body.scope === 'device' ? (body.deviceId ?? null) : null,
    fleetAccess,
    ...lifeOf(body, caller, rules),
  };
}

/**
 * Returns how long the token may live: one that a session over the local network issues, itself or through a token that
 * it issued, ends with the session, because a stolen session must not outlive itself.
 */
function lifeOf(
  body: Body,
  caller: Caller,
  { nowMs, sessionOf }: IssuingRules,
): Pick<TokenRequest, 'expiresInSec' | 'sessionId'> {
  const expiresInSec = body.expiresInSec ?? null;
  const sessionId = caller.isRemote ? caller.tokenId : sessionOf(caller.tokenId);
  if (sessionId === null || caller.expiresAtMs === null) return { expiresInSec };
  const leftSec = Math.floor((caller.expiresAtMs - nowMs()) / 1_000);
  return { sessionId, expiresInSec: Math.min(expiresInSec ?? leftSec, leftSec) };
}

function refuse(path: string, message: string): Failure<'VALIDATION_FAILED'> {
  return new Failure('VALIDATION_FAILED', message, { details: [{ path, message }] });
}
