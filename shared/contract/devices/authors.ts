import { z } from 'zod';

import { nullableString } from '../primitives.ts';

/**
 * The author of an action: the interface of this computer (`session`), a session over the local network with the
 * passcode (`remote`), a program with its own token (`token`), or the station itself (`station`).
 */
export const authorSchema = z
  .object({
    kind: z
      .enum(['session', 'remote', 'token', 'station'])
      .describe(
        '`session`: on the station’s computer; `remote`: over the local network with a passcode; `token`: a program; `station`: the station itself.',
      ),
    tokenId: nullableString.describe('Id of the token that was used; null if none was.'),
    label: nullableString.describe('Label of the token when it was issued; null without a token.'),
  })
  .meta({ id: 'Author', description: 'Who did it.' });
export type Author = z.infer<typeof authorSchema>;
