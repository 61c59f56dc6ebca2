import { useTranslation } from 'react-i18next';

import type { ClassAction } from '../../../shared/contract/class-run.ts';
import type { StateOfHeadset } from '../../../shared/domain/headset-state.ts';
import { useFigures } from '../../copy/figures.ts';
import { wordsOf } from './apps.ts';

/** Reasons that have words of their own. */
const KNOWN = ['NO_ANSWER', 'NOT_INSTALLED', 'KIOSK_MODE', 'UNKNOWN_COMMAND'] as const;

/** Why an order failed with a headset, in a few words. */
export function useReasonWords(): (reason: string | null) => string {
  const { t } = useTranslation('class');
  return (reason) => {
    const known = KNOWN.find((each) => each === reason);
    return t(`reason.${known ?? 'other'}`);
  };
}

/** What an order was, in words. */
export function useActionWords(): (action: ClassAction) => string {
  const { t } = useTranslation('class');
  return (action) => {
    if (action.do === 'start') return t('action.start', { app: wordsOf(action.packageName) });
    if (action.do === 'volume') return t('action.volume', { volume: action.volume });
    return t(`action.${action.do}`);
  };
}

/** Names in a sentence: the first `most` of them, and how many more there are. */
export function useNames(): (names: readonly string[], most: number) => string {
  const { t } = useTranslation('class');
  const figures = useFigures();
  return (names, most) => {
    const rest = names.length - most;
    return figures.list(rest > 0 ? [...names.slice(0, most), t('run.more', { count: rest })] : names);
  };
}

/** What a teacher is told of a headset that needs somebody. */
const PROBLEMS = ['failed', 'attention', 'drifted', 'lowBattery'] as const;

/** What is wrong with a headset; null for nothing. */
export function problemOf({ state }: StateOfHeadset): (typeof PROBLEMS)[number] | null {
  return PROBLEMS.find((each) => each === state) ?? null;
}
