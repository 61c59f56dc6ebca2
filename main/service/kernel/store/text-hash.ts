import { createHash } from 'node:crypto';

/** Returns the hash by which a shared text is found. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
