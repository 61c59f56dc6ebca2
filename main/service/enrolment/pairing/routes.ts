import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mountOpen } from '../../kernel/http/routes/mount.ts';
import { Pairing, type PairingParts } from './pairing.ts';

/** Serves the two steps of a pairing. They need no token, because they are how a headset gets its first one. */
export function mountPairing(http: FastifyInstance, parts: PairingParts): void {
  const pairing = new Pairing(parts);

  mountOpen(http, contract.startPairing, async ({ body, address }) => {
    const run = await pairing.start(body.androidId, fromText(body.pA), address);
    if (run instanceof Failure) return run;
    const pB = run.candidates.map(({ share }) => toText(share.bytes));
    return { pairId: run.id, pB, expiresAt: toInstant(run.expiresAtMs) };
  });

  mountOpen(http, contract.finishPairing, async ({ body }) => {
    const paired = await pairing.finish(body.pairId, body.confirmA.map(fromText));
    if (paired instanceof Failure) return paired;
    const { index, confirmB, token } = paired;
    return {
      index,
      confirmB: toText(confirmB),
      token: parts.records.tokens.sign(token),
      expiresAt: toInstant(token.expiresAtMs ?? 0),
    };
  });
}

function fromText(text: string): Uint8Array {
  return Buffer.from(text, 'base64url');
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
