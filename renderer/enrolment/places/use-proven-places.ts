import { useMemo } from 'react';
import { create } from 'zustand';

import { createAcceptanceSheet } from '../../../shared/contract/enrolment/carts.ts';
import { call, isRefused } from '../../service/api.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Place } from '../carts/cart-progress.ts';
import { idsOfKey, proofKey, provenPlace, type Proofs } from './proof.ts';
import { useCalmly } from './use-calmly.ts';

/** Heartbeats of a cart come in bursts: one question for each. In ms. */
const REST_MS = 400;
/** The most headsets of one question. Source: contract `createAcceptanceSheet`. */
const MAX_CONCURRENT = 1_000;

const useProofs = create<{ readonly proofs: Proofs }>(() => ({ proofs: {} }));

let requested = 0;
/** Of which question the answer about a headset is: on a busy computer an earlier one may be answered after a later one. */
const questionOf = new Map<string, number>();

async function ask(ids: readonly string[]): Promise<void> {
  requested += 1;
  const question = requested;
  const { byId } = useFleet.getState();
  const outcome = await call(createAcceptanceSheet, { body: { devicesId: ids.slice(0, MAX_CONCURRENT) } });
  if (isRefused(outcome)) return;
  const newer = outcome.reply.items.filter(({ id }) => (questionOf.get(id) ?? 0) < question);
  for (const { id } of newer) questionOf.set(id, question);
  const fresh = Object.fromEntries(
    newer.map((sheet) => [sheet.id, { revision: byId[sheet.id]?.settingsRevision ?? 0, sheet }]),
  );
  useProofs.setState(({ proofs }) => ({ proofs: { ...proofs, ...fresh } }));
}

/** Places with what the acceptance sheet says of their headsets. */
export function useProvenPlaces(places: readonly Place[]): readonly Place[] {
  const proofs = useProofs((store) => store.proofs);
  const key = proofKey(places, proofs);
  useCalmly(key, REST_MS, () => void ask(idsOfKey(key)));
  return useMemo(() => places.map((place) => provenPlace(place, proofs)), [places, proofs]);
}
