import type { z } from 'zod';

import type { lanSchema, setLan } from '../../../shared/contract/network/lan.ts';

/** How the station is offered on the local network. */
export type Lan = z.infer<typeof lanSchema>;

/** Sends a change; true once the station has taken it. */
export type ChangeLan = (body: z.input<typeof setLan.body>) => Promise<boolean>;

/** What the panels of the network have in common. */
export type LanProps = { readonly lan: Lan; readonly isBusy: boolean; readonly change: ChangeLan };
