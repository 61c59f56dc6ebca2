import type { FastifyRequest } from 'fastify';

import { Failure } from '../../failure.ts';

const MIB = 1_024 * 1_024;
const DAY_MS = 24 * 3_600_000;

/**
 * How much JSON a headset’s own token may send, in bytes: at once, and a day. What it reports is kept for 180 days. A
 * thousand apps of 90 bytes each, reported every 30 s, are 250 MiB a day.
 */
const BYTE_QUOTA = { atOnce: 128 * MIB, perDay: 512 * MIB } as const;
/** Tokens that are remembered; whoever was not heard for longest is forgotten first. */
const MAX_TOKENS = 50_000;

type Left = { readonly bytes: number; readonly atMs: number };

/** Counts the bytes of each headset’s token: what it has used comes back evenly over a day. */
export class ByteQuota {
  readonly #left = new Map<string, Left>();

  /** Counts a body. @throws {Failure} with the time to wait if the headset has sent too much. */
  take({ caller }: Pick<FastifyRequest, 'caller'>, bytes: number): void {
    if (caller?.scope !== 'device') return;
    const atMs = performance.now();
    const perMs = BYTE_QUOTA.perDay / DAY_MS;
    const before = this.#left.get(caller.tokenId) ?? { bytes: BYTE_QUOTA.atOnce, atMs };
    const left = Math.min(BYTE_QUOTA.atOnce, before.bytes + (atMs - before.atMs) * perMs) - bytes;
    if (left < 0) {
      const retryAfterSec = Math.ceil(-left / perMs / 1_000);
      const message = `This headset has sent too much today. Try again in ${String(retryAfterSec)} s.`;
      throw new Failure('RATE_LIMITED', message, { retryAfterSec });
    }
    // Again at the end: the first in the map was not heard for longest.
    this.#left.delete(caller.tokenId);
    this.#left.set(caller.tokenId, { bytes: left, atMs });
    if (this.#left.size > MAX_TOKENS) this.#left.delete(this.#left.keys().next().value ?? '');
  }
}
