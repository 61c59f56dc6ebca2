import { z } from 'zod';

const STORED = 'muster.acceptance';
const schema = z.object({ technician: z.string().max(128), site: z.string().max(128) });

/** Who hands over and where, as typed on this computer. */
export type SignedBy = z.infer<typeof schema>;

/** What was typed last time; empty for a new computer or a damaged entry. */
export function readSignedBy(): SignedBy {
  const nobody = { technician: '', site: '' };
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(STORED) ?? '')).data ?? nobody;
  } catch {
    // Nothing typed yet, or somebody else's entry.
    return nobody;
  }
}

/** Remembers it for the next sheet. */
export function keepSignedBy(signed: SignedBy): void {
  localStorage.setItem(STORED, JSON.stringify(signed));
}
