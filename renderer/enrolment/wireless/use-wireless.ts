import { useState } from 'react';

import type { ErrorCode } from '../../../shared/contract/errors.ts';
import {
  connectWireless,
  getWireless,
  pairWireless,
  type WirelessAnswer,
  type WirelessView,
} from '../../../shared/contract/enrolment/adb/wireless.ts';
import { call, type Outcome } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';

const EVERY_MS = 2_000;

/** The headsets that show a code now, and the actions on them. */
export function useWireless() {
  const query = useQuery<WirelessView>((signal) => call(getWireless, { signal }), EVERY_MS);
  const [answer, setAnswer] = useState<WirelessAnswer | null>(null);
  const { isBusy, refusal, run } = useAction();
  const take = async (sent: Promise<Outcome<WirelessAnswer, ErrorCode>>): Promise<void> => {
    setAnswer(null);
    const reply = await run(sent);
    if (reply !== null) setAnswer(reply);
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
