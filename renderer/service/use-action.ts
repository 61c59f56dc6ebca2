import { useState } from 'react';

import type { ErrorCode } from '../../shared/contract/errors.ts';
import { isRefused, type Outcome, type Refusal } from './api.ts';

/** What a person orders with a button: whether it is under way, and why the last one was refused. */
export type Action = {
  readonly isBusy: boolean;
  /** Null after a success. */
  readonly refusal: Refusal | null;
  /** Waits for the answer; returns its reply, or null if the order was refused. */
  readonly run: <Reply>(sent: Promise<Outcome<Reply, ErrorCode>>) => Promise<Reply | null>;
  /** Waits for several orders in a row; returns why they were refused, or null. */
  readonly during: (work: Promise<Refusal | null>) => Promise<Refusal | null>;
  /** Shows a refusal that arrived another way; null hides the last one. */
  readonly refuse: (refusal: Refusal | null) => void;
};

/** One action of a component; several share it if they are shown in one place. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [refusal, refuse] = useState<Refusal | null>(null);
  const run = async <Reply>(sent: Promise<Outcome<Reply, ErrorCode>>): Promise<Reply | null> => {
    setBusy(true);
    const outcome = await sent;
    setBusy(false);
    refuse(isRefused(outcome) ? outcome : null);
    return isRefused(outcome) ? null : outcome.reply;
  };
  const during = async (work: Promise<Refusal | null>): Promise<Refusal | null> => {
    setBusy(true);
    const refused = await work;
    setBusy(false);
    refuse(refused);
    return refused;
  };
  return { isBusy, refusal, run, during, refuse };
}
