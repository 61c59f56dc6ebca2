/** How headset and station pair. Source: docs/decisions/0023-pairing.md. */

/**
 * Parameters for stretching a typed code. They are all that slows down an attacker who learned the stretched form;
 * the messages on the wire reveal nothing to test codes with.
 */
export const STRETCHING = { N: 16_384, r: 8, p: 1, bytes: 48 } as const;

/** How long a headset has from `start` to `finish`, in ms. */
export const RUN_LIFE_MS = 30_000;

/**
 * Returns the salt for stretching the code: a different one per station, known to both sides before the first
 * message.
 */
export function saltOf(fingerprint: string): string {
  return `muster-pairing-1/${fingerprint}`;
}

/**
 * Returns the identities of both sides: the headset by its androidId, the station by the key that the headset saw
 * (SHA-256 of the SPKI in base64url). A station in the middle shows another key, so the identities differ and the
 * pairing fails.
 */
export function identitiesOf(androidId: string, fingerprint: string): { a: string; b: string } {
  return { a: `agent:${androidId}`, b: `station:${fingerprint}` };
}
