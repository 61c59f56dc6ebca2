import { z } from 'zod';

/**
 * Who did something: the interface of this computer (`session`), one that was opened over the local network with the
 * passcode (`remote`), a program with a token of its own (`token`), or the station by itself (`station`).
 */
export const authorSchema = z
  .object({
    kind: z.enum(['session', 'remote', 'token', 'station']),
    tokenId: z.string().nullable(),
    /** What the token was called when it was issued. */
    label: z.string().nullable(),
  })
  .meta({ id: 'Author' });
export type Author = z.infer<typeof authorSchema>;
