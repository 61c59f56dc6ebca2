import { useState } from 'react';

import {
  sendCommand,
  type CommandResult,
  type DeviceCommand,
} from '../../../shared/contract/commands/commands.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** What became of the command that was sent last. */
export type Sent = {
  readonly event: string;
  /** Null while the headset has not answered yet. */
  readonly outcome: CommandResult | Refusal | null;
};

/** How long a command waits for a headset that is away, in seconds; null: it is skipped. */
export type Waiting = number | null;

/** Sends commands to one headset, one at a time, and says what became of the last. */
export function useCommand(id: string): {
  readonly sent: Sent | null;
  readonly isBusy: boolean;
  readonly send: (command: Pick<DeviceCommand, 'event' | 'message'>, waiting: Waiting) => Promise<void>;
} {
  const [sent, setSent] = useState<Sent | null>(null);
  const send = async (
    { event, message }: Pick<DeviceCommand, 'event' | 'message'>,
    waiting: Waiting,
  ): Promise<void> => {
    setSent({ event, outcome: null });
    const outcome = await call(sendCommand, {
      params: { deviceId: id },
      body: {
        event,
        ...(message === undefined ? {} : { message }),
        ...(waiting === null ? {} : { expiresInSec: waiting }),
      },
    });
    setSent({ event, outcome: isRefused(outcome) ? outcome : outcome.reply });
  };
  return { sent, isBusy: sent !== null && sent.outcome === null, send };
}
