import { randomBytes } from 'node:crypto';

/**
 * Returns a new enrolment token, of 192 bits. In hex: asset lists hold it, and one that began with "-", as base64url may,
 * would be taken for a formula there and be exported with an apostrophe in front.
 */
export function newEnrolmentToken(): string {
  return randomBytes(24).toString('hex');
}
