import { useEffect, useState } from 'react';

import {
  confirmPartnerPairing,
  endPartner,
  getPartner,
  type PartnerView,
  startPartnerPairing,
  takeOverFromPartner,
} from '../../../shared/contract/sync/partner.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { readStation } from '../../model/station/station-facts.ts';
import { call, isRefused, type Outcome, type Refusal } from '../../service/api.ts';
import { type Query, useQuery } from '../../service/use-query.ts';
import { readSync } from '../status/sync-watch.ts';

/** The other station moves on without this screen: how often to look, in ms. */
const EVERY_MS = 1_000;

/** The partner, and what a person can do about it. */
export type PartnerOrders = {
  readonly query: Query<PartnerView>;
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  readonly start: (url: string) => Promise<void>;
  readonly confirm: (code: string) => Promise<void>;
  /** Stops the pairing, or ends it. */
  readonly end: () => Promise<void>;
  /** Returns false if the other station does not answer. */
  readonly becomeServing: (isPartnerGone: boolean) => Promise<boolean>;
};

/** Returns the partner, kept up to date while the screen is open. */
export function usePartner(): PartnerOrders {
  const query = useQuery((signal) => call(getPartner, { signal }), EVERY_MS);
  const partner = query.reply?.partner ?? null;
  const joined = partner === null ? '' : `${partner.url} ${String(partner.serves)}`;
  // The other station may have completed it.
  useEffect(() => void Promise.all([readSync(), readStation()]), [joined]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const order = async (send: () => Promise<Outcome<PartnerView, ErrorCode>>): Promise<Refusal | null> => {
    setBusy(true);
    const outcome = await send();
    setBusy(false);
    const refused = isRefused(outcome) ? outcome : null;
    setRefusal(refused?.refused === 'UPSTREAM_UNREACHABLE' ? null : refused);
    if (!isRefused(outcome)) query.put(outcome.reply);
    await Promise.all([readSync(), readStation()]);
    return refused;
  };
  return {
    query,
    refusal,
    isBusy,
    start: async (url) => void (await order(() => call(startPartnerPairing, { body: { url } }))),
    confirm: async (code) => void (await order(() => call(confirmPartnerPairing, { body: { code } }))),
    end: async () => void (await order(() => call(endPartner, {}))),
    async becomeServing(isPartnerGone) {
      const refused = await order(() => call(takeOverFromPartner, { body: { isPartnerGone } }));
      return refused?.refused !== 'UPSTREAM_UNREACHABLE';
    },
  };
}
