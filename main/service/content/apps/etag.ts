import { createHash } from 'node:crypto';

/** The quoted tag of exactly these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}
