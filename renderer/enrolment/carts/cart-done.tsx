import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, needsPerson, type CartProgress, type Slot } from '../cart/cart-progress.ts';
import { labelsPath } from '../cart/enrol-paths.ts';
import type { CartTimes } from '../cart/journal.ts';
import type { Pace } from '../cart/pace.ts';
import { type CartSteps, NextSteps } from './next-steps.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { SlotLink } from '../cart/slot-link.tsx';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';
import type { EnrolCart } from '../cart/use-cart-slots.ts';
import type { Practice } from '../frame/use-practice.ts';

type Props = {
  cart: EnrolCart;
  slots: readonly Slot[];
  progress: CartProgress;
  times: CartTimes | null;
  pace: Pace | null;
  practice: Practice;
  /** Further steps for the cart; null until known. */
  steps: CartSteps | null;
};

/** Result of the cart: all ready, or which headsets need attention and what to do. */
export function CartDone({ cart, slots, progress, times, pace, practice, steps }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const { ready, total, stuck, finishing } = progress;
  const toDo = slots.filter((slot) => needsPerson(slot.state.state));
  const label = cart.label === '' ? t('desk.noCart') : cart.label;
  const finishedAtMs = times?.finishedAtMs ?? null;
  const durationMs = times === null || finishedAtMs === null ? null : finishedAtMs - times.startedAtMs;
  return (
    <section className="panel enrol-done stack top">
      <h2 className="figure-text row roomy">
        <StateGlyph state={stuck.length > 0 ? 'attention' : finishing.length > 0 ? 'applying' : 'ready'} />
        {durationMs === null || ready < total
          ? t('done.title', { ready, total })
          : t('done.titleIn', { ready, total, time: labels.time(durationMs) })}
      </h2>
      <p className="lead dim">
        {outcomeText(progress, label, t)}
        {pace !== null && ` ${t('done.pace', { each: labels.time(pace.msPerHeadset) })}`}
      </p>
      {practice.refusal !== null && <RefusalNote refusal={practice.refusal} />}
      <NextSteps steps={steps} cartId={cart.id} ids={slots.map(({ headset }) => headset.id)} />
      {toDo.length > 0 && <ToDo slots={toDo} />}
      <div className="row enrol-done-actions wrap">
        <Button
          component={Link}
          href={labelsPath(cart.id, 'stickers')}
          size="lg"
          variant="default"
          leftSection={<IconPrinter className="i s" aria-hidden />}
        >
          {t('done.stickers')}
        </Button>
        <Button component={Link} href="/fleet" size="lg" variant="subtle">
          {t('done.fleet')}
        </Button>
        {cart.isPractice && (
          <Button size="lg" variant="subtle" onClick={() => void practice.remove()} loading={practice.isBusy}>
            {t('desk.removePractice')}
          </Button>
        )}
      </div>
    </section>
  );
}

function outcomeText(progress: CartProgress, cart: string, t: TFunction<'enrol'>): string {
  const { stuck, finishing } = progress;
  if (stuck.length > 0) return t('done.needAttention', { count: stuck.length });
  if (finishing.length > 0) return t('done.finishing', { count: finishing.length });
  return t('done.allReady', { cart });
}

function ToDo({ slots }: { slots: readonly Slot[] }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  return (
    <div className="enrol-to-do">
      <h3>{t('done.left')}</h3>
      <ul>
        {slots.map((slot) => (
          <li key={slot.headset.id} className="row baseline underlined">
            <StateGlyph state={slot.state.state} />
            <b className="short-name">{nameOf(slot.headset)}</b>
            <span className="dim">
              {labels.text(slot)} <SlotLink slot={slot} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
