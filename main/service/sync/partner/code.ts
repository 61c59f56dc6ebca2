import { createHash } from 'node:crypto';

/**
 * What both stations must agree on. Each side names its own key and the one that it saw, so a station in the middle
 * makes the codes differ.
 */
export type Agreement = {
  /** Keys and numbers of the station that called, and of the called one. */
  readonly callerKey: string;
  readonly calledKey: string;
  readonly callerNonce: string;
  readonly calledNonce: string;
  /** Key of the station that serves. */
  readonly servingKey: string;
};

const DIGITS = 6;

/** Returns the commitment to a number: sent first, so that nobody can choose a number to reach a code. */
export function commitmentTo(nonce: string): string {
  return digestOf(['commitment', nonce]).toString('base64url');
}

/** Returns the six digits that two people compare. */
export function codeOf(agreed: Agreement): string {
  const { callerKey, calledKey, callerNonce, calledNonce, servingKey } = agreed;
  const digest = digestOf(['code', callerKey, calledKey, callerNonce, calledNonce, servingKey]);
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Every part is base64url or a plain word, so a line break separates them. */
function digestOf(parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update(['muster-partner-1', ...parts].join('\n'))
    .digest();
}
