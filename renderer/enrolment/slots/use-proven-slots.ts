import { useMemo } from 'react';
import { create } from 'zustand';

import { createAcceptanceSheet } from '../../../shared/contract/enrolment/carts.ts';
import { call, isRefused } from '../../service/api.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Slot } from '../cart/cart-progress.ts';
import { idsOfKey, proofKey, provenSlot, type Proofs } from './proof.ts';
import { useCalmly } from '../frame/use-calmly.ts';

/** Heartbeats of a cart arrive in bursts: one request for each burst. In ms. */
const REST_MS = 400;
/** Maximum number of headsets per request. Source: contract `createAcceptanceSheet`. */
const MAX_HEADSETS = 1_000;

/** Time until a refused request is repeated, in ms: a headset that is silent changes nothing that would repeat it. */
const AGAIN_MS = 2_000;

const useProofs = create<{ readonly proofs: Proofs; readonly attempts: number }>(() => ({
  proofs: {},
  attempts: 0,
}));

let requested = 0;
/** The latest request for each headset: on a busy computer an earlier one may be answered later. */
const questionOf = new Map<string, number>();

async function ask(ids: readonly string[]): Promise<void> {
  requested += 1;
  const question = requested;
  const { byId } = useFleet.getState();
  const outcome = await call(createAcceptanceSheet, { body: { devicesId: ids.slice(0, MAX_HEADSETS) } });
  if (isRefused(outcome)) {
    setTimeout(() => useProofs.setState(({ attempts }) => ({ attempts: attempts + 1 })), AGAIN_MS);
    return;
  }
  const newer = outcome.reply.items.filter(({ id }) => (questionOf.get(id) ?? 0) < question);
  for (const { id } of newer) questionOf.set(id, question);
  const fresh = Object.fromEntries(
    newer.map((sheet) => [sheet.id, { revision: byId[sheet.id]?.settingsRevision ?? 0, sheet }]),
  );
  useProofs.setState(({ proofs }) => ({ proofs: { ...proofs, ...fresh } }));
}

/** Returns slots with the facts of the acceptance sheet. */
export function useProvenSlots(slots: readonly Slot[]): readonly Slot[] {
  const proofs = useProofs((store) => store.proofs);
  const attempts = useProofs((store) => store.attempts);
  const key = proofKey(slots, proofs);
  useCalmly(key === '' ? '' : `${attempts} ${key}`, REST_MS, () => void ask(idsOfKey(key)));
  return useMemo(() => slots.map((slot) => provenSlot(slot, proofs)), [slots, proofs]);
}
