import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { labelSheets } from '../labels/label-sheets.ts';
import { slotNames, type CartPlan } from '../cart/numbering.ts';

/** More slots are counted rather than drawn, so that the form stays in view. */
const SLOTS_DRAWN = 60;
/** Wider shelves are folded, as in the map. */
const MAX_COLUMNS = 12;

/** Preview of the cart: every slot with its name, shelf by shelf. */
export function CartPreview({ plan, cart }: { plan: CartPlan | null; cart: string }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  if (plan === null) {
    return (
      <section className="stack">
        <h2 className="breaks">{cart}</h2>
        <p className="card dashed dim">{t('describe.previewNone')}</p>
      </section>
    );
  }
  const names = slotNames(plan);
  const perShelf = Math.ceil(plan.count / plan.shelves);
  const columns = perShelf > MAX_COLUMNS ? 10 : perShelf;
  const drawn = names.slice(0, SLOTS_DRAWN);
  return (
    <section className="stack">
      <h2 className="breaks">{plan.cart}</h2>
      <div
        className="enrol-preview-places grid snug"
        role="img"
        aria-label={t('describe.preview', { count: plan.count })}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {drawn.map((name, index) => (
          // Each shelf begins a new line, even if the previous one is not full.
          <span
            key={name}
            className="dashed small faint"
            style={{ gridColumnStart: ((index % perShelf) % columns) + 1 }}
          >
            <span className="breaks clamp">{name}</span>
          </span>
        ))}
      </div>
      <p className="small row top wide spread faint">
        <span>
          {names.length > drawn.length &&
            `${t('describe.moreSlots', { count: names.length - drawn.length })}. `}
          {shelvesText(plan, perShelf, t)}
        </span>
        <span>{t('describe.sheets', { count: labelSheets(names, 'a4').length })}</span>
      </p>
    </section>
  );
}

function shelvesText(plan: CartPlan, columns: number, t: TFunction<'enrol'>): string {
  if (plan.shelves === 1) return t('describe.oneShelf', { columns });
  const isEven = plan.count === plan.shelves * columns;
  return t(isEven ? 'describe.shelvesOf' : 'describe.shelvesUpTo', { shelves: plan.shelves, columns });
}
