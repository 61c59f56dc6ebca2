import { useEffect, useMemo } from 'react';
import { create } from 'zustand';

import { createAcceptanceSheet } from '../../../shared/contract/carts.ts';
import { call, isRefused } from '../../service/api.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import type { Place } from './cart-progress.ts';
import { idsOfKey, proofKey, provenPlace, type Proofs } from './proof.ts';

/** Heartbeats of a cart come in bursts: one question for each. In ms. */
const REST_MS = 400;
/** The most headsets of one question. Source: contract `createAcceptanceSheet`. */
const MOST_AT_ONCE = 1_000;

const useProofs = create<{ readonly proofs: Proofs }>(() => ({ proofs: {} }));

async function ask(ids: readonly string[]): Promise<void> {
  const { byId } = useFleet.getState();
  const outcome = await call(createAcceptanceSheet, { body: { devicesId: ids.slice(0, MOST_AT_ONCE) } });
  if (isRefused(outcome)) return;
  const fresh = Object.fromEntries(
    outcome.reply.items.map((sheet) => [
      sheet.id,
      { revision: byId[sheet.id]?.settingsRevision ?? 0, sheet },
    ]),
  );
  useProofs.setState(({ proofs }) => ({ proofs: { ...proofs, ...fresh } }));
}

/** Places of which a headset counts as ready only when the station has seen it confirm all that is wanted of it. */
export function useProvenPlaces(places: readonly Place[]): readonly Place[] {
  const proofs = useProofs((store) => store.proofs);
  const key = proofKey(places, proofs);
  useEffect(() => {
    const ids = idsOfKey(key);
    if (ids.length === 0) return;
    const timer = setTimeout(() => void ask(ids), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return useMemo(() => places.map((place) => provenPlace(place, proofs)), [places, proofs]);
}
