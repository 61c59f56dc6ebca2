import { z } from 'zod';

import { ROLES } from '../../../../shared/contract/access/roles.ts';
import { deviceIdSchema, enterpriseIdSchema, tokenIdSchema } from '../../../../shared/contract/ids.ts';
import type { Vault } from '../../kernel/vault.ts';

const ticketSchema = z.object({
  id: z.string(),
  deviceId: deviceIdSchema,
  startedMs: z.number(),
  watching: z.object({
    tokenId: tokenIdSchema,
    personId: z.string().nullable(),
    role: z.enum(ROLES).nullable(),
    carts: z.array(z.string()).readonly().nullable(),
    isRemote: z.boolean(),
    enterpriseId: enterpriseIdSchema.nullable(),
    name: z.string().nullable(),
    address: z.string(),
    isFromLan: z.boolean(),
  }),
});
/** The part of a live view that survives a restart of the station. */
export type Ticket = z.infer<typeof ticketSchema>;

export type Tickets = {
  /** Returns a text for the headset that only this station can read or create. */
  seal(ticket: Ticket): string;
  open(sealed: string): Ticket | undefined;
};

export function openTickets(vault: Vault): Tickets {
  return {
    seal: ({ id, deviceId, startedMs, watching }) =>
      vault.seal(JSON.stringify({ id, deviceId, startedMs, watching })),
    open(sealed) {
      const text = vault.unseal(sealed);
      return text === undefined ? undefined : ticketSchema.safeParse(JSON.parse(text)).data;
    },
  };
}
