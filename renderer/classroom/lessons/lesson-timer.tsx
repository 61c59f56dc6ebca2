import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { setTimer, useLessonMemory } from './lesson-memory.ts';

/** Time left of the lesson, or that it is over; pressing it stops the timer. Hidden while no timer runs. */
export function LessonTimer(): React.JSX.Element | null {
  const { t } = useTranslation('class');
  const endsMs = useLessonMemory((memory) => memory.timerEndsMs);
  const leftSec = useLeftSec(endsMs);
  if (leftSec === null) return null;
  const minutes = Math.floor(leftSec / 60);
  const time = `${minutes}:${String(leftSec % 60).padStart(2, '0')}`;
  return (
    <button
      type="button"
      className={`big-btn lesson-timer ${leftSec === 0 ? 'is-over' : ''}`}
      title={t('timer.stop')}
      onClick={() => setTimer(null)}
    >
      <IconClock aria-hidden="true" />
      <span aria-hidden="true">{leftSec === 0 ? t('timer.over') : time}</span>
      <span className="sr" role="timer">
        {leftSec === 0 ? t('timer.over') : t('timer.left', { count: minutes + 1 })}
      </span>
    </button>
  );
}

function useLeftSec(endsMs: number | null): number | null {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (endsMs === null) return;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [endsMs]);
  return endsMs === null ? null : Math.max(0, Math.ceil((endsMs - nowMs) / 1_000));
}
