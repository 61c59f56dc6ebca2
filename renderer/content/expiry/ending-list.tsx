import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Expiry } from '../../../shared/contract/configuration/expiry.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import type { EndingLabels } from './ending-labels.ts';
import { questionOf, urgencyOf } from './endings.ts';

/** Number listed at first, and per further step. */
const STEP = 50;

const GLYPH: Record<ReturnType<typeof urgencyOf>, GlyphState> = {
  over: 'failed',
  soon: 'attention',
  later: 'waiting',
};

type Props = {
  items: readonly Expiry[];
  nowMs: number;
  words: (ending: Expiry) => EndingLabels;
};

/** Expiries one by one, each with a link to its headsets. */
export function EndingList({ items, nowMs, words }: Props): React.JSX.Element {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <ul className="rows endings">
        {items.slice(0, shown).map((ending) => (
          <EndingRow
            key={`${ending.kind} ${ending.contentId} ${ending.expiresAt} ${ending.title}`}
            ending={ending}
            nowMs={nowMs}
            labels={words(ending)}
          />
        ))}
      </ul>
      {items.length > shown && (
        <MoreOfList className="pad" onMore={() => setShown((count) => count + STEP)} />
      )}
    </>
  );
}

type RowProps = { ending: Expiry; nowMs: number; labels: EndingLabels };

function EndingRow({ ending, nowMs, labels }: RowProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const urgency = urgencyOf(ending, nowMs);
  return (
    <li className="row top">
      <StateGlyph state={GLYPH[urgency]} />
      <div className="grow breaks">
        {labels.href === null ? (
          <b>{labels.name}</b>
        ) : (
          <Link href={labels.href} className="quiet-link">
            <b>{labels.name}</b>
          </Link>
        )}
        <div className="small dim">{labels.day}</div>
        <div className="small faint">{labels.sub}</div>
        {ending.remaining > 0 && (
          <div className="small">{t('expiry.remaining', { count: ending.remaining })}</div>
        )}
      </div>
      <Link
        className="small nowrap count-link"
        href={addressBehind(questionOf(ending), t('expiry.say', { name: labels.name, day: labels.day }))}
      >
        {t('expiry.headsets', { count: ending.devices })}
      </Link>
    </li>
  );
}
