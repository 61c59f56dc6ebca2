import { createHash } from 'node:crypto';

/** What a state is known by. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
