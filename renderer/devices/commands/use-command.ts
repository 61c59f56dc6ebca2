import { useState } from 'react';

import {
  sendCommand,
  type CommandResult,
  type DeviceCommand,
} from '../../../shared/contract/commands/commands.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Result of the last command. */
export type Sent = {
  readonly event: string;
  /** Null until the headset answers. */
  readonly outcome: CommandResult | Refusal | null;
};

/** How long a command is queued for an offline headset, in seconds; null: it is skipped. */
export type Waiting = number | null;

/** Sends commands to one headset, one at a time, and returns the last result. */
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
