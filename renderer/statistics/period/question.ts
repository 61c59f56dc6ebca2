import { useMemo } from 'react';
import { useSearchParams } from 'wouter';

import { getConnectivity } from '../../../shared/contract/statistics/statistics.ts';
import { GRANULARITIES, type Granularity } from '../../../shared/contract/statistics/statistics.ts';
import { localDay, startOfLocalDay } from '../../../shared/domain/statistics/time-zone.ts';
import { call } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';

/** Periods in days; longer ones are not retained. */
export const RANGES = [7, 28, 180] as const;
export type Range = (typeof RANGES)[number];

/** Days without use after which a headset counts as idle. */
export const IDLE_DAYS = [7, 30, 90] as const;

/** The query of the statistics; in the URL, so that it can be saved and shared. */
export type Question = {
  readonly range: Range;
  readonly granularity: Granularity;
  readonly idleDays: (typeof IDLE_DAYS)[number];
};

export type Ask = (part: Partial<Question>) => void;

/** Returns the query in the URL, and a function to change it. */
export function useQuestion(): [Question, Ask] {
  const [params, setParams] = useSearchParams();
  const question: Question = {
    range: RANGES.find((days) => String(days) === params.get('days')) ?? 28,
    granularity: GRANULARITIES.find((each) => each === params.get('by')) ?? 'day',
    idleDays: IDLE_DAYS.find((days) => String(days) === params.get('idle')) ?? 30,
  };
  const changeFilter: Ask = (part) => {
    const next = { ...question, ...part };
    setParams(
      { days: String(next.range), by: next.granularity, idle: String(next.idleDays) },
      { replace: true },
    );
  };
  return [question, changeFilter];
}

/**
 * Returns the headsets of the figures: those of the selected cart, or undefined for the whole fleet, including
 * removed ones.
 */
export function useScope(): { readonly deviceIds: string[] | undefined; readonly cart: string | null } {
  const cartId = useCartChoice((choice) => choice.cartId);
  const cart = useFleet((fleet) => fleet.carts.find(({ id }) => id === cartId)?.label ?? null);
  const order = useFleet((fleet) => fleet.order);
  return useMemo(() => {
    if (cart === null) return { deviceIds: undefined, cart: null };
    const { byId } = useFleet.getState();
    return { deviceIds: order.filter((id) => byId[id]?.cart?.id === cartId), cart };
  }, [cart, cartId, order]);
}

/** Returns the time zone of the statistics, loaded once: the period begins at its midnight. */
export function useTimeZone(): Query<string> {
  return useQuery<string>(async (signal) => {
    const outcome = await call(getConnectivity, { body: { deviceIds: [] }, signal });
    return 'refused' in outcome ? outcome : { reply: outcome.reply.timeZone };
  });
}

/** Returns the start of a period of whole days up to today. */
export function startOfRange(range: Range, timeZone: string, nowMs: number): string {
  return new Date(startOfLocalDay(timeZone, localDay(timeZone, nowMs) - (range - 1))).toISOString();
}
