import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { useFeed } from '../../service/event-feed.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { tryStationNow } from '../fleet/fleet-store.ts';

/** True once the station is lost: not for a cut that the first try mends. */
export function useIsCutOff(): boolean {
  return useFeed(({ phase, attempt }) => phase === 'cutOff' && attempt > 0);
}

type Props = {
  /** The line of a screen whose place it takes; without one it stands at the foot. */
  className?: string;
  children?: React.ReactNode;
};

/**
 * Says that the station is lost, since when, and when the next try comes. It comes and goes without being asked, so nothing
 * that a person looks at or is about to press may move for it: it stands at the foot, or in a line that is there anyway.
 */
export function CutOffBanner({ className = 'at-foot', children }: Props): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const figures = useFigures();
  const { heardAtMs, retryAtMs } = useFeed();
  const isLost = useIsCutOff();
  const nowMs = useNow(isLost);
  if (!isLost) return null;

  return (
    <div className={`note bad cut-off ${className}`} role="status">
      <StateGlyph state="offline" />
      <div>
        {heardAtMs === null ? t('cutOff.never') : t('cutOff.text', { when: figures.clock(heardAtMs) })}{' '}
        {/* Counting down aloud would talk over everything else. */}
        <span aria-hidden="true">
          {retryAtMs === null
            ? t('cutOff.trying')
            : t('cutOff.countdown', { count: Math.max(0, Math.ceil((retryAtMs - nowMs) / 1_000)) })}
        </span>
      </div>
      <Button size="compact-sm" variant="default" onClick={tryStationNow}>
        {t('cutOff.tryNow')}
      </Button>
      {children}
    </div>
  );
}

function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
