import { createHash } from 'node:crypto';

/** Returns the quoted entity tag of exactly these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}
