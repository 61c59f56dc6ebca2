import { createHmac, randomBytes } from 'node:crypto';

/** How secrets are written, and how long they are. Source: Standard Webhooks specification, "Signature scheme". */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What is signed: the message, when it is sent (seconds since 1970), and its body as it is sent. */
export type Signed = { readonly id: string; readonly timestampSec: number; readonly body: string };

/** The `webhook-signature` header: one signature for each secret, newest first, with a space in between. */
export function signatureHeader({ id, timestampSec, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
