import { randomInt } from 'node:crypto';

import { CODE_LIFE_MS, isLive } from './life.ts';
import type { Code, CodeStore } from './store.ts';

/** Returns the live code of a slot, or undefined if it has none, or it was used or has expired. */
export function liveCode(
  codes: Pick<CodeStore, 'ofDevice'>,
  deviceKey: number,
  nowMs: number,
): Code | undefined {
  const code = codes.ofDevice(deviceKey);
  return code === undefined || code.usedBy !== null || !isLive(code.expiresAtMs, nowMs) ? undefined : code;
}

/**
 * Returns the code to type for a slot: the live one, or a new one if there is none or `renew` is set. Runs inside the
 * caller's transaction.
 */
export function issueCode(
  codes: CodeStore,
  { deviceKey, renew, issuedBy }: Pick<Code, 'deviceKey' | 'issuedBy'> & { readonly renew: boolean },
  nowMs: number,
): Code {
  const live = liveCode(codes, deviceKey, nowMs);
  if (live !== undefined && !renew) return live;
  codes.dropExpired(nowMs);
  const expiresAtMs = nowMs + CODE_LIFE_MS;
  const issued = { code: freeCode(codes), deviceKey, expiresAtMs, issuedBy };
  codes.dropOfDevice(deviceKey);
  codes.put(issued);
  return { ...issued, usedBy: null };
}

/**
 * Returns six random digits without a leading zero that no other code has; a used one stays reserved until it
 * expires.
 */
function freeCode(codes: CodeStore): number {
  for (;;) {
    const code = randomInt(100_000, 1_000_000);
    if (codes.find(code) === undefined) return code;
  }
}
