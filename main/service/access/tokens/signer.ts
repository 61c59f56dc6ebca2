import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';

import { type TokenId, tokenIdSchema } from '../../../../shared/contract/ids.ts';
import { readOrMakeSecret } from '../../kernel/keys/secret-file.ts';
import type { Token } from './store.ts';

const ALGORITHM = 'EdDSA';
const ISSUER = 'muster';

/**
 * The first part of every token. Its text, and the order of keys in the second part, must not change: the ready token
 * is signed again at every start and must stay the same.
 */
const HEADER = toPart({ alg: ALGORITHM, typ: 'JWT' });

/** Signs tokens and verifies signatures with the station's own key. */
export type Signer = {
  /** Returns the signed form. The same token always gives the same text (Ed25519 is deterministic). */
  sign(token: Token): string;
  /** Returns the id of a token that this station signed and that has not expired, else undefined. */
  verify(signed: string): Promise<TokenId | undefined>;
  /** SHA-256 of the public key in base64url: identifies the station's keys. */
  readonly fingerprint: string;
};

/** Opens the station's signing key in `folder` (station.key, mode 0600), and creates it at the first start. */
export function openSigner(folder: string): Signer {
  const privateKey = createPrivateKey(readOrMakeSecret(join(folder, 'station.key'), makeKey));
  const publicKey = createPublicKey(privateKey);
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  return {
    fingerprint: createHash('sha256').update(publicPem).digest('base64url'),
    sign(token) {
      const claims = {
        scope: token.scope,
        ...(token.enterpriseId === null ? {} : { enterpriseId: token.enterpriseId }),
        ...(token.deviceId === null ? {} : { deviceId: token.deviceId }),
        ...(token.androidId === null ? {} : { androidId: token.androidId }),
        fleetAccess: token.fleetAccess,
      };
      const payload = {
        ...claims,
        iss: ISSUER,
        sub: token.deviceId ?? token.enterpriseId ?? token.id,
        jti: token.id,
        iat: Math.floor(token.createdAtMs / 1_000),
        ...(token.expiresAtMs === null ? {} : { exp: Math.ceil(token.expiresAtMs / 1_000) }),
      };
      const signed = `${HEADER}.${toPart(payload)}`;
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    async verify(signed) {
      if (!isCanonical(signed)) return undefined;
      // Parsed by a library that is robust against hostile input; loaded with the first request.
      const { jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify(signed, publicKey, { algorithms: [ALGORITHM], issuer: ISSUER });
        return tokenIdSchema.safeParse(payload.jti).data;
      } catch {
        // Whatever the fault: not a token of this station.
        return undefined;
      }
    },
  };
}

const claimSchema = z.object({ enterpriseId: z.string() });

/** Returns the organisation that a token claims to belong to; nothing is verified. */
export function claimedEnterprise(signed: string): string | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
    return claimSchema.safeParse(payload).data?.enterpriseId;
  } catch {
    // No token of any station.
    return undefined;
  }
}

/**
 * Returns true for the canonical spelling of a signature. Its last character has bits that decoders ignore, so that
 * otherwise a token would have several spellings, all of which would have to be revoked.
 */
function isCanonical(signed: string): boolean {
  const signature = signed.slice(signed.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/** Encodes a part of a token. Source: RFC 7515, section 3.1. */
function toPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
