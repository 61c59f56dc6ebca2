import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { lastSeenAtMs } from '../../../shared/domain/devices/headset-state.ts';
import { useFormat } from '../../copy/format.ts';
import { useStateLabels } from '../../copy/state-labels.ts';
import { useMay } from '../../service/session.ts';
import { RollCall, type RollBar } from '../../ui/headset/roll-call.tsx';
import { useCountLabel, useEmptySlots } from '../../model/fleet/count-label.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { Shown } from '../filters/fleet-view.ts';

/** Above this number of bars there is one strip per cart. */
const MAX_BARS = 60;

/** The state of the fleet in words and as a strip: the title of the screen. */
export function FleetHead({ shown }: { shown: Shown }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const format = useFormat();
  const isTechnician = useMay('technician');
  const countLabel = useCountLabel();
  const empty = useEmptySlots();
  const total = shown.all.filter((id) => !empty.has(id)).length;
  const ready = shown.counts.get('ready') ?? 0;
  return (
    <header className="head fleet-head">
      <h1>
        {total === 0
          ? countLabel(shown.all)
          : t('title', { ready: format.number(ready), total: format.number(total) })}
      </h1>
      <div className="tools">
        {shown.all.length <= MAX_BARS && <Strip ids={shown.all} />}
        {isTechnician && (
          <Button
            component={Link}
            href="/enrol"
            variant="default"
            leftSection={<IconPlus className="i s" aria-hidden="true" />}
          >
            {t('add')}
          </Button>
        )}
      </div>
      <p className="sub">
        <Summary shown={shown} />
      </p>
    </header>
  );
}

function Summary({ shown }: { shown: Shown }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const format = useFormat();
  const { counts } = shown;
  const parts = (['needsYou', 'applying', 'enrolled', 'offline', 'waiting'] as const).flatMap((filter) => {
    const count = counts.get(filter) ?? 0;
    return count === 0 ? [] : [t(`sub.${filter}`, { count })];
  });
  const oldestMs = useOldestReadyMs(shown);
  const duration = oldestMs === null ? null : format.duration(oldestMs);
  const first = parts.length === 0 ? t('sub.quiet') : `${parts.join(', ')}.`;
  // More would wrap into a second line and move the list.
  const others =
    duration === null || parts.length > 2
      ? ''
      : t(parts.length === 0 ? 'sub.all' : 'sub.others', { duration });
  return <>{`${first} ${others}`}</>;
}

/** Returns the longest silence among the ready headsets, in ms, rounded up so that the sentence stays still. */
function useOldestReadyMs({ all }: Shown): number | null {
  return useFleet((fleet) => {
    let oldest: number | null = null;
    for (const id of all) {
      const state = fleet.stateById[id]?.state;
      const headset = fleet.byId[id];
      if (headset === undefined || (state !== 'ready' && state !== 'inUse')) continue;
      const received = lastSeenAtMs(headset);
      if (received !== null) oldest = Math.min(oldest ?? received, received);
    }
    if (oldest === null) return null;
    const ageMs = Math.max(1, fleet.nowMs - oldest);
    const stepMs = ageMs < 60_000 ? 10_000 : 60_000;
    return Math.ceil(ageMs / stepMs) * stepMs;
  });
}

/** The strip of these headsets. */
function Strip({ ids, cart }: { ids: readonly string[]; cart?: string }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const labels = useStateLabels();
  const stateById = useFleet((fleet) => fleet.stateById);
  const bars = useMemo<RollBar[]>(() => {
    const { byId, nowMs } = useFleet.getState();
    return ids.flatMap((id) => {
      const state = stateById[id];
      const label = byId[id]?.label ?? '';
      return state === undefined
        ? []
        : [{ id, state: state.state, title: t('tile', { name: label, state: labels.says(state, nowMs) }) }];
    });
  }, [ids, stateById, t, labels]);
  const ready = bars.filter((bar) => bar.state === 'ready' || bar.state === 'inUse').length;
  const total = bars.filter(({ state }) => state !== 'waiting').length;
  const label =
    cart === undefined ? t('rollCall', { ready, total }) : t('rollCallOf', { cart, ready, total });
  return <RollCall bars={bars} label={label} />;
}

/** One strip per cart, if one strip would have too many bars. */
export function CartStrips({ shown }: { shown: Shown }): React.JSX.Element | null {
  const { t } = useTranslation('fleet');
  const carts = useFleet((fleet) => fleet.carts);
  const byCart = useMemo(() => {
    const { byId } = useFleet.getState();
    return Map.groupBy(shown.all, (id) => byId[id]?.cart?.id ?? null);
  }, [shown.all]);
  if (shown.all.length <= MAX_BARS || carts.length < 2) return null;
  return (
    // More carts than fit are scrolled, also by keyboard.
    <ul className="cart-strips" tabIndex={0} aria-label={t('rollCalls')}>
      {carts
        .map((cart) => ({ cart, ids: byCart.get(cart.id) ?? [] }))
        .filter(({ ids }) => ids.length > 0 && ids.length <= MAX_BARS)
        .map(({ cart, ids }) => (
          <li key={cart.id} className="row">
            <span className="small dim cut">{cart.label}</span>
            <Strip ids={ids} cart={cart.label} />
          </li>
        ))}
    </ul>
  );
}
