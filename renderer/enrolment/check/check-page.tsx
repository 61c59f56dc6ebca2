import { Button, Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';

import '../frame/enrol.css';
import '../../ui/styles/pages.css';
import './check.css';
import { blockedBy } from '../../ui/why/why.ts';
import { LonePage } from '../../ui/parts/lone-page.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { deskPath } from '../cart/enrol-paths.ts';
import { useCarts, type EnrolCart } from '../cart/use-cart-slots.ts';
import { useScanner } from '../frame/use-scanner.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';
import {
  checkCart,
  countVerdicts,
  headsetOf,
  nextUnseen,
  type Finding,
  type SlotCheck,
} from './cart-check.ts';
import { CheckList } from './check-list.tsx';
import { CheckMap } from './check-map.tsx';
import { useSlotChecks } from './check-store.ts';
import { CheckPanel } from './check-panel.tsx';

const NO_CHECKS = {};

/** Checks what is on a cart: slot by slot with a scanner, and by what the station sees. */
export function CheckPage(): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const [search] = useSearchParams();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const carts = useCarts();
  const shown = carts.find(({ cart }) => cart.id === search.get('cart')) ?? carts[0];
  if (shown !== undefined) return <Check key={shown.cart.id} cart={shown.cart} slots={shown.slots} />;
  if (!isKnown) return <Skeleton className="check-body" height={320} />;
  return (
    <LonePage
      title={t('carts:check.none')}
      text={t('carts:sheet.noneText')}
      href="/enrol"
      action={t('carts:sheet.toEnrol')}
    />
  );
}

function Check({ cart, slots }: { cart: EnrolCart; slots: readonly Slot[] }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const label = cart.label === '' ? t('enrol:desk.noCart') : cart.label;
  const byId = useFleet((fleet) => fleet.byId);
  const checks = useSlotChecks(({ byCart }) => byCart[cart.id]) ?? NO_CHECKS;
  const { note, clear } = useSlotChecks.getState();
  const findings = useMemo(() => checkCart(slots, checks, byId), [slots, checks, byId]);
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chosen ?? nextUnseen(findings, null);
  const counts = countVerdicts(findings);
  const seen = slots.length - counts.unseen;
  useWindowTitle(t('carts:check.title', { cart: label }));

  const check = (what: SlotCheck): void => {
    if (current === null) return;
    note(cart.id, current, what);
    const rest = checkCart(slots, { ...checks, [current]: what }, byId);
    setChosen(nextUnseen(rest, current));
  };
  const scan = (text: string): void => {
    if (text.trim() === '') return;
    const headset = headsetOf(text, Object.values(byId));
    check(headset === null ? { kind: 'unknown', text: text.trim() } : { kind: 'found', id: headset.id });
  };
  useScanner(scan);

  return (
    <div className="page fill">
      <PageHead
        title={
          seen === 0
            ? t('carts:check.title', { cart: label })
            : t('carts:check.seen', { seen, total: slots.length })
        }
        sub={summaryOf(counts, seen, t)}
        isLive
      >
        <Button component={Link} href={deskPath(cart.id)} variant="subtle">
          {t('carts:check.back')}
        </Button>
        <Button
          variant="default"
          {...blockedBy(seen === 0 && t('carts:check.noneSeen'))}
          onClick={() => clear(cart.id)}
        >
          {t('carts:check.again')}
        </Button>
      </PageHead>
      <div className="page-body check-body">
        <div className="check-work grid wide">
          <CheckPanel
            key={current}
            finding={findingNamed(findings, current)}
            onScan={scan}
            onEmpty={() => check({ kind: 'empty' })}
            onSkip={() => current !== null && setChosen(nextUnseen(findings, current))}
            isLast={counts.unseen <= 1}
          />
          <CheckMap findings={findings} current={current} onChoose={setChosen} />
        </div>
        <CheckList findings={findings} />
      </div>
    </div>
  );
}

function findingNamed(findings: readonly Finding[], name: string | null): Finding | null {
  return findings.find(({ slot }) => nameOf(slot.headset) === name) ?? null;
}

function summaryOf(
  counts: ReturnType<typeof countVerdicts>,
  seen: number,
  t: TFunction<['carts', 'enrol']>,
): string {
  if (seen === 0) return t('carts:check.sub');
  const parts = (['missing', 'wrong', 'foreign', 'stranger'] as const)
    .filter((each) => counts[each] > 0)
    .map((each) => t(`carts:check.count.${each}`, { count: counts[each] }));
  if (parts.length > 0) return parts.join(' ');
  return counts.unseen === 0 ? t('carts:check.allRight') : t('carts:check.soFar');
}
