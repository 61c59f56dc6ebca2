import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';

const HOUR_MS = 3_600_000;

/** Formats a duration in hours, or in minutes or seconds if shorter, so that little is never shown as nothing. */
export function useHours(): (ms: number) => string {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  return useCallback(
    (ms) =>
      ms > 0 && ms < HOUR_MS
        ? format.duration(Math.max(ms, 1_000))
        : t('hours', { hours: format.number(ms < 10 * HOUR_MS ? ms / HOUR_MS : Math.round(ms / HOUR_MS)) }),
    [t, format],
  );
}

/** Returns a duration for a table, in hours with two digits: half a minute is still something. */
export function inHours(ms: number): number {
  return Math.round((ms / HOUR_MS) * 100) / 100;
}
