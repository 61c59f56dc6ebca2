import { useTranslation } from 'react-i18next';

import type { ClassAction } from '../../../shared/contract/class-run.ts';
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
