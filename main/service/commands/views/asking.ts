import { z } from 'zod';

import { Failure } from '../../kernel/failure.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { Commands, Sending } from '../orders/commands.ts';

/** How a headset took what it was asked. */
export type Taken =
  | { readonly is: 'accepted'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly is: 'refused' | 'unsupported' | 'unreachable' };

/** What the station asks on its own account: not in the history of the headset. */
export const ON_OWN_ACCOUNT: Sending = { withinMs: 10_000, isRecorded: false };

const refusalSchema = z.object({ accepted: z.literal(false), reason: z.string().optional() });
/** An agent that does not know a command says so by this reason. */
const UNKNOWN = 'UNKNOWN_COMMAND';

/** Asks a headset for something about views. */
export async function ask(
  commands: Commands,
  record: DeviceRecord,
  event: string,
  message: Record<string, unknown>,
): Promise<Taken> {
  const outcome = await commands.send(record, { event, message }, ON_OWN_ACCOUNT);
  if (outcome instanceof Failure) return { is: 'unreachable' };
  const refusal = refusalSchema.safeParse(outcome.answer).data;
  if (refusal === undefined) return { is: 'accepted', answer: outcome.answer };
  return { is: refusal.reason === UNKNOWN ? 'unsupported' : 'refused' };
}
