import { z } from 'zod';

import { Failure } from '../../kernel/failure.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CommandSender, Sending } from '../orders/commands.ts';

/** How a headset responded. */
export type ViewResponse =
  | { readonly is: 'accepted'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly is: 'refused' | 'unsupported' | 'unreachable' };

/** For commands of the station itself, which are not in the history of the headset. */
export const FROM_STATION: Sending = { withinMs: 10_000, isRecorded: false };

const refusalSchema = z.object({ accepted: z.literal(false), reason: z.string().optional() });
/** Reason with which an agent rejects a command it does not know. */
const UNKNOWN = 'UNKNOWN_COMMAND';

/** Sends a headset a command about views. */
export async function sendViewCommand(
  commands: CommandSender,
  record: DeviceRecord,
  event: string,
  message: Record<string, unknown>,
): Promise<ViewResponse> {
  const outcome = await commands.send(record, { event, message }, FROM_STATION);
  if (outcome instanceof Failure) return { is: 'unreachable' };
  const refusal = refusalSchema.safeParse(outcome.answer).data;
  if (refusal === undefined) return { is: 'accepted', answer: outcome.answer };
  return { is: refusal.reason === UNKNOWN ? 'unsupported' : 'refused' };
}
