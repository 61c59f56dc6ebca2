import type { z } from 'zod';

import type { lanSchema, setLan } from '../../../shared/contract/network/lan.ts';

/** Settings of LAN access. */
export type Lan = z.infer<typeof lanSchema>;

/** Sends a change; returns true once the station has accepted it. */
export type ChangeLan = (body: z.input<typeof setLan.body>) => Promise<boolean>;

/** Properties of the network panels. */
export type LanProps = { readonly lan: Lan; readonly isBusy: boolean; readonly change: ChangeLan };
