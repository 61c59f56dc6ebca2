import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import type { Query } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { RefusalNote } from './refusal-note.tsx';

/** Delay before a skeleton is shown, in ms. */
const SKELETON_AFTER_MS = 300;

type Props<Reply> = {
  readonly query: Query<Reply>;
  /** Number of skeleton lines while loading. */
  readonly lines?: number;
};

/**
 * State of a query above or in place of its result: nothing, a skeleton, the reason of a failure, or the age of the
 * result.
 */
export function ReadingState<Reply>({ query, lines = 5 }: Props<Reply>): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { reply, refusal, readAtMs, reload } = query;
  if (refusal === null) return reply === null ? <Shape lines={lines} /> : null;
  const again = <SmallButton onClick={() => void reload()}>{t('reading.again')}</SmallButton>;
  if (readAtMs === null) {
    return (
      <div className="stack reading-failed">
        <RefusalNote refusal={refusal} />
        <div>{again}</div>
      </div>
    );
  }
  return (
    <div className="note warn reading-stale" role="status">
      <StateGlyph state="offline" />
      <div>{t('reading.stale', { when: format.clock(readAtMs) })}</div>
      {again}
    </div>
  );
}

function Shape({ lines }: { lines: number }): React.JSX.Element {
  const { t } = useTranslation('common');
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="stack reading-shape" aria-busy="true">
      <span className="sr">{t('loading')}</span>
      {isShown &&
        Array.from({ length: lines }, (_, index) => <Skeleton key={index} height={44} radius={8} />)}
    </div>
  );
}
