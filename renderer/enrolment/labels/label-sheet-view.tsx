import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { LabelSheet, SheetFormat } from './label-sheets.ts';
import { groupedCode } from '../cart/label-text.ts';
import { QrCode } from '../../ui/parts/qr-code.tsx';
import type { Label } from './use-labels.ts';

const MINUTE_MS = 60_000;
/** Names up to these lengths fit a label in the large or medium size. */
const LARGE_NAME = 6;
const MIDDLE_NAME = 11;

type Props = {
  sheet: LabelSheet<Label>;
  format: SheetFormat;
  cartLabel: string;
  /** When the first code expires; null on stickers. */
  validUntilMs: number | null;
};

/** One sheet of paper in its true size, black on white in every theme. */
export function LabelSheetView({ sheet, format, cartLabel, validUntilMs }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const { number, of, labels } = sheet;
  return (
    <section className={`label-sheet ${format}`} aria-label={t('labels.sheetName', { number, of })}>
      {labels.map((label) => (
        <LabelView key={label.id} label={label} cartLabel={cartLabel} />
      ))}
      <footer>
        <span>
          <PrintedAt cartLabel={cartLabel} validUntilMs={validUntilMs} />
        </span>
        <span>{t('labels.sheet', { number, of })}</span>
      </footer>
    </section>
  );
}

function PrintedAt({
  cartLabel,
  validUntilMs,
}: Pick<Props, 'cartLabel' | 'validUntilMs'>): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const format = useFormat();
  const minute = useFleet((fleet) => Math.floor(fleet.nowMs / MINUTE_MS));
  const printed = t('labels.printed', { cart: cartLabel, at: format.moment(minute * MINUTE_MS) });
  if (validUntilMs === null) return <>{printed}</>;
  return (
    <>
      {printed} {t('labels.validUntil', { at: format.clock(validUntilMs) })}
    </>
  );
}

const LabelView = memo(function LabelView(props: { label: Label; cartLabel: string }): React.JSX.Element {
  const { label, cartLabel } = props;
  const { t } = useTranslation('enrol');
  const { name, model, shelf, code, shortId } = label;
  const size = name.length <= LARGE_NAME ? 'large' : name.length <= MIDDLE_NAME ? 'middle' : 'small';
  return (
    <article className="label">
      <div>
        <b className={size}>{name}</b>
        <small>
          {model !== null && (
            <>
              {model}
              <br />
            </>
          )}
          {shelf === null ? cartLabel : t('labels.cartShelf', { cart: cartLabel, shelf })}
        </small>
        {code !== null && <span className="label-code">{groupedCode(code)}</span>}
        {shortId !== null && <span className="label-id">{shortId}</span>}
      </div>
      <QrCode text={label.qr} label={t('labels.qr', { name })} />
    </article>
  );
});
