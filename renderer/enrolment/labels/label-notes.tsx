import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useStation } from '../../model/station/station-facts.ts';
import { stationReach } from '../../model/station/station-address.ts';
import type { LabelKind } from './use-labels.ts';

type Props = { kind: LabelKind; labelCount: number; freeCount: number; isClosed: boolean };

/** Explains why there is nothing to print, or why printing would be of little use. Not printed. */
export function LabelNotes({ kind, labelCount, freeCount, isClosed }: Props): React.JSX.Element {
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
