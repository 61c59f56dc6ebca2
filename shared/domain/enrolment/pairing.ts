/** How headset and station pair. Source: design.md sections 4 and 5; docs/decisions/0023-pairing.md. */

/**
 * How a typed code is stretched before it goes into the run. It is all that slows down who would learn the stretched
 * form; what goes over the wire gives nothing to try codes on.
 */
export const STRETCHING = { N: 16_384, r: 8, p: 1, bytes: 48 } as const;

/** How long a headset has from `start` to `finish`, in ms. */
export const RUN_LIFE_MS = 30_000;

/** The salt of the stretched code: another one for each station, known to both sides before the first message. */
export function saltOf(fingerprint: string): string {
  return `muster-pairing-1/${fingerprint}`;
}

/**
 * Who takes part: the headset by its androidId, the station by the key that the headset saw (SHA-256 of the SPKI in
 * base64url). A station in the middle shows another key, so the two sides name different stations and nothing fits.
 */
export function identitiesOf(androidId: string, fingerprint: string): { a: string; b: string } {
  return { a: `agent:${androidId}`, b: `station:${fingerprint}` };
}
