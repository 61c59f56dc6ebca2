import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';

import '../frame/enrol.css';
import './labels.css';
import { requestCodes } from '../cart/code-book.ts';
import { deskPath, labelsPath } from '../cart/enrol-paths.ts';
import { LabelSheetView } from './label-sheet-view.tsx';
import { labelSheets, defaultFormat, type SheetFormat } from './label-sheets.ts';
import { LabelTools } from './label-tools.tsx';
import { useCarts } from '../cart/use-cart-slots.ts';
import { useLabels, type LabelKind } from './use-labels.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useStation } from '../../model/station/station-facts.ts';
import { stationReach } from '../../model/station/station-address.ts';

const NO_SLOTS: readonly [] = [];

/** The labels of a cart as they will be printed, with notes to read before. */
export function LabelsPage(): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [format, setFormat] = useState<SheetFormat>(() => defaultFormat(navigator.language));
  const kind: LabelKind = search.get('kind') === 'stickers' ? 'stickers' : 'codes';
  const carts = useCarts();
  const shown = carts.find(({ cart }) => cart.id === search.get('cart')) ?? carts[0];
  const cartId = shown?.cart.id ?? '';
  const cartLabel = shown === undefined || shown.cart.label === '' ? t('desk.noCart') : shown.cart.label;
  const { labels, freeIds, validUntilMs, isClosed } = useLabels(shown?.slots ?? NO_SLOTS, kind);
  useWindowTitle(t('labels.title', { cart: cartLabel }));
  const sheets = labelSheets(labels, format);

  return (
    <div className="label-page fill scroll">
      <LabelTools
        cartLabel={cartLabel}
        counts={{ labels: labels.length, sheets: sheets.length }}
        kind={kind}
        format={format}
        backPath={deskPath(cartId)}
        onKind={(wanted) => navigate(labelsPath(cartId, wanted), { replace: true })}
        onFormat={setFormat}
        onNewCodes={
          kind === 'codes' && freeIds.length > 0 && !isClosed ? () => void requestCodes(freeIds, true) : null
        }
      />
      <LabelNotes kind={kind} labelCount={labels.length} freeCount={freeIds.length} isClosed={isClosed} />
      <div className="label-sheets">
        {sheets.map((sheet) => (
          <LabelSheetView
            key={sheet.number}
            sheet={sheet}
            format={format}
            cartLabel={cartLabel}
            validUntilMs={validUntilMs}
          />
        ))}
      </div>
    </div>
  );
}

type Props = { kind: LabelKind; labelCount: number; freeCount: number; isClosed: boolean };

/** Explains why there is nothing to print, or why printing would be of little use. Not printed. */
function LabelNotes({ kind, labelCount, freeCount, isClosed }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const addresses = useStation((station) => station.addresses);
  const isLoopback = addresses.length > 0 && stationReach(addresses).kind === 'loopback';
  const isShort = kind === 'codes' && labelCount < freeCount;
  return (
    <div className="label-tools label-notes grid roomy">
      {isShort && !isClosed && (
        <p className="dim" role="status">
          {t('labels.reading')}
        </p>
      )}
      {isShort && isClosed && <Note text={t('labels.closed')} />}
      {labelCount === 0 && !isShort && (
        <Note text={t(kind === 'codes' ? 'labels.noCodes' : 'labels.noStickers')} />
      )}
      {labelCount > 0 && isLoopback && <Note text={t('labels.loopback')} />}
    </div>
  );
}

function Note({ text }: { text: string }): React.JSX.Element {
  return (
    <div className="note warn">
      <StateGlyph state="attention" />
      <p>{text}</p>
    </div>
  );
}
