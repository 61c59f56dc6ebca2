import { z } from 'zod';

const STORED = 'muster.acceptance';
const schema = z.object({ technician: z.string().max(128), site: z.string().max(128) });

/** The author and place of the handover, as typed on this computer. */
export type SignedBy = z.infer<typeof schema>;

/** Returns the last entry; empty if there is none on this computer, or it is invalid. */
export function readSignedBy(): SignedBy {
  const NO_SIGNER = { technician: '', site: '' };
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(STORED) ?? '')).data ?? NO_SIGNER;
  } catch {
    // Nothing typed yet, or an invalid entry.
    return NO_SIGNER;
  }
}

/** Stores it for the next sheet. */
export function saveSignedBy(signed: SignedBy): void {
  localStorage.setItem(STORED, JSON.stringify(signed));
}
