import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useFeed } from '../../service/event-feed.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { tryStationNow } from '../fleet/fleet-store.ts';

/** Returns true once the station is offline, but not for an interruption that the first retry ends. */
export function useIsCutOff(): boolean {
  return useFeed(({ phase, attempt }) => phase === 'cutOff' && attempt > 0);
}

type Props = {
  /** The line of a screen that it replaces; without one it is at the bottom. */
  className?: string;
  children?: React.ReactNode;
};

/**
 * Shows that the station is offline, since when, and when the next attempt starts. It appears unasked, so it must not
 * move anything: it is at the bottom, or in a line that is there anyway.
 */
export function CutOffBanner({ className = 'at-foot', children }: Props): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { lastSeenAtMs, retryAtMs } = useFeed();
  const isLost = useIsCutOff();
  const nowMs = useNow(isLost);
  if (!isLost) return null;

  return (
    <div className={`note bad cut-off ${className}`} role="status">
      <StateGlyph state="offline" />
      <div>
        {lastSeenAtMs === null ? t('cutOff.never') : t('cutOff.text', { when: format.clock(lastSeenAtMs) })}{' '}
        {/* Counting down aloud would talk over everything else. */}
        <span aria-hidden="true">
          {retryAtMs === null
            ? t('cutOff.trying')
            : t('cutOff.countdown', { count: Math.max(0, Math.ceil((retryAtMs - nowMs) / 1_000)) })}
        </span>
      </div>
      <SmallButton onClick={tryStationNow}>{t('cutOff.tryNow')}</SmallButton>
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
