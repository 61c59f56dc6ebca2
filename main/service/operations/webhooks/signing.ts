import { createHmac, randomBytes } from 'node:crypto';

/** Format and length of secrets. Source: Standard Webhooks specification, "Signature scheme". */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new signing secret. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns the signed text: the message, its time (seconds since 1970 UTC), and its body. */
export type Signed = { readonly id: string; readonly timestampSec: number; readonly body: string };

/** Returns the `webhook-signature` header: one signature per secret, newest first, separated by spaces. */
export function signatureHeader({ id, timestampSec, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
