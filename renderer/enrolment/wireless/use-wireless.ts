import { useState } from 'react';

import type { ErrorCode } from '../../../shared/contract/errors.ts';
import {
  connectWireless,
  getWireless,
  pairWireless,
  type WirelessAnswer,
  type WirelessView,
} from '../../../shared/contract/enrolment/adb/wireless.ts';
import { call, isRefused, type Outcome, type Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';

const EVERY_MS = 2_000;

/** The headsets that show a code now, and the actions on them. */
export function useWireless() {
  const query = useQuery<WirelessView>((signal) => call(getWireless, { signal }), EVERY_MS);
  const [answer, setAnswer] = useState<WirelessAnswer | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async (reply: Promise<Outcome<WirelessAnswer, ErrorCode>>): Promise<void> => {
    setBusy(true);
    setAnswer(null);
    const outcome = await reply;
    setBusy(false);
    setRefusal(isRefused(outcome) ? outcome : null);
    if (!isRefused(outcome)) setAnswer(outcome.reply);
  };
  return {
    view: query.reply,
    answer,
    isBusy,
    refusal: refusal ?? query.refusal,
    pair: (address: string, code: string) => take(call(pairWireless, { body: { address, code } })),
    connect: (address: string) => take(call(connectWireless, { body: { address } })),
  };
}
