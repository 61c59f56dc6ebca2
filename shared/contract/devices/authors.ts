import { z } from 'zod';

/**
 * The author of an action: the interface of this computer (`session`), a session over the local network with the
 * passcode (`remote`), a program with its own token (`token`), or the station itself (`station`).
 */
export const authorSchema = z
  .object({
    kind: z.enum(['session', 'remote', 'token', 'station']),
    tokenId: z.string().nullable(),
    /** Label of the token when it was issued. */
    label: z.string().nullable(),
  })
  .meta({ id: 'Author' });
export type Author = z.infer<typeof authorSchema>;
