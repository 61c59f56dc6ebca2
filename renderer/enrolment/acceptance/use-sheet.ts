import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';

import { createAcceptanceSheet } from '../../../shared/contract/enrolment/carts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import type { Slot } from '../cart/cart-progress.ts';
import { useCalmly } from '../frame/use-calmly.ts';

/** The sheet as the station last created it. */
export type Sheet = z.output<typeof createAcceptanceSheet.reply>;

/** State of the sheet; `sheet` stays while it is reloaded or if that fails. */
export type SheetState = { readonly sheet: Sheet | null; readonly refusal: Refusal | null };

/** Maximum number of headsets per sheet. Source: contract `createAcceptanceSheet`. */
export const MAX_ON_SHEET = 1_000;
/** Delay before the sheet is loaded again, in ms: the heartbeats of a cart come in bursts. */
const REST_MS = 500;

/** Returns the sheet of a cart, recreated after each contact with one of its headsets. */
export function useSheet(slots: readonly Slot[], technician: string): SheetState {
  const [state, setState] = useState<SheetState>({ sheet: null, refusal: null });
  const ids = slots.map(({ headset }) => headset.id).join(' ');
  const key = slots
    .map(({ headset: { lastHeartbeatAt, settingsRevision, label } }) =>
      [lastHeartbeatAt, settingsRevision, label].join('|'),
    )
    .join(' ');
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const read = async (): Promise<void> => {
    const next = await makeSheet(ids.split(' '), technician);
    if (isHere.current) setState((before) => ({ sheet: next.sheet ?? before.sheet, refusal: next.refusal }));
  };
  const isFirst = state.sheet === null && state.refusal === null;
  useCalmly(ids === '' ? '' : `${key} ${technician}`, isFirst ? 0 : REST_MS, () => void read());
  return state;
}

async function makeSheet(ids: readonly string[], technician: string): Promise<SheetState> {
  const outcome = await call(createAcceptanceSheet, {
    body: { devicesId: ids.slice(0, MAX_ON_SHEET), technician },
  });
  return isRefused(outcome) ? { sheet: null, refusal: outcome } : { sheet: outcome.reply, refusal: null };
}
