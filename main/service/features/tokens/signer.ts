import { importPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';

import { type TokenId, tokenIdSchema } from '../../../../shared/contract/ids.ts';
import { readOrMakeSecret } from '../../store/secret-file.ts';
import type { Token } from './store.ts';

const ALGORITHM = 'EdDSA';
const ISSUER = 'muster';

/** Signs tokens and proves signatures with the station's own key. */
export type Signer = {
  /** The signed form. The same token gives the same text every time (Ed25519 is deterministic). */
  sign(token: Token): Promise<string>;
  /** The id of a token that this station signed and that has not expired, else undefined. */
  verify(signed: string): Promise<TokenId | undefined>;
  /** SHA-256 of the public key in base64url: tells one station's keys from another's. */
  readonly fingerprint: string;
};

/** Opens the station's signing key in `folder` (station.key, mode 0600), making it at the first start. */
export async function openSigner(folder: string): Promise<Signer> {
  const pem = readOrMakeSecret(join(folder, 'station.key'), makeKey);
  const privateKey = await importPKCS8(pem, ALGORITHM);
  const publicPem = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
  const publicKey = await importSPKI(publicPem, ALGORITHM);

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
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(token.deviceId ?? token.enterpriseId ?? token.id)
        .setJti(token.id)
        .setIssuedAt(Math.floor(token.createdAtMs / 1_000));
      if (token.expiresAtMs !== null) jwt.setExpirationTime(Math.ceil(token.expiresAtMs / 1_000));
      return jwt.sign(privateKey);
    },
    async verify(signed) {
      if (!isCanonical(signed)) return undefined;
      try {
        const { payload } = await jwtVerify(signed, publicKey, { algorithms: [ALGORITHM], issuer: ISSUER });
        return tokenIdSchema.safeParse(payload.jti).data;
      } catch {
        // Whatever is wrong with it, the answer is the same: not a token of this station.
        return undefined;
      }
    },
  };
}

/**
 * True for the one spelling of a signature. Its last sign has bits that decoders ignore, so that a token would have
 * several spellings, and revoking it would have to find them all.
 */
function isCanonical(signed: string): boolean {
  const signature = signed.slice(signed.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function makeKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
