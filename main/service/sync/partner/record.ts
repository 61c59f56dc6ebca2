import { z } from 'zod';

import { tokenIdSchema } from '../../../../shared/contract/ids.ts';
import type { Trust } from '../../kernel/outgoing/connector.ts';
import type { OpenSetting, Setting } from '../../kernel/store/setting.ts';

const partnerSchema = z
  .object({
    name: z.string().nullable(),
    url: z.string(),
    /** SHA-256 of its public key in base64url: every connection to it requires this key. */
    fingerprint: z.string(),
    /** True if this station serves the other one. */
    serves: z.boolean(),
    sinceMs: z.int(),
    /** The token that this station made for the other one; null if it made none. */
    tokenId: tokenIdSchema.nullable(),
    /** Serving: when the other station last called. */
    lastContactMs: z.int().nullable(),
    /**
     * After taking over: the tokens, encrypted, with which the former serving station is told; null once it knows.
     * `own`: accepted by it so far. `next`: for it, from now on.
     */
    untold: z.object({ own: z.string(), next: z.string() }).nullable(),
  })
  .nullable();

/** The station that this one works together with. */
export type Partner = NonNullable<z.infer<typeof partnerSchema>>;
export type PartnerSetting = OpenSetting<Partner | null>;

export const partnerSetting: Setting<Partner | null> = {
  key: 'sync.partner',
  schema: partnerSchema,
  initial: null,
};

/** Returns the key to require of the host at this address; undefined unless it is the partner. */
export function trustFor(partner: Partner | null, address: string): Trust | undefined {
  if (partner === null || partner.url !== address) return undefined;
  return (fingerprint) => fingerprint === partner.fingerprint;
}
