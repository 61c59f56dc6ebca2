import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { PlanResult, ResultReason, ResultState } from '../../../shared/contract/configuration/plans.ts';
import { useFigures } from '../../copy/figures.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { contentName } from '../../model/content/use-app-names.ts';
import { useRowWords } from '../../model/words/row-words.ts';

/** The outline of each step of a headset through a plan. */
export const GLYPH_OF_RESULT: Readonly<Record<ResultState, GlyphState>> = {
  same: 'ready',
  refused: 'failed',
  queued: 'waiting',
  waiting: 'queued',
  sent: 'enrolled',
  applying: 'applying',
  confirmed: 'ready',
  failed: 'failed',
  skipped: 'offline',
  expired: 'offline',
};

/** The words of a headset's step. */
export type ResultWords = {
  readonly state: (state: ResultState) => string;
  /** The particular: why it failed, how far it is, until when it is waited for. */
  readonly particular: (result: PlanResult) => string;
};

/** What a reason is about: a setting by its name; an app by its own, where the library has it. */
function subjectWords({ code, subject }: ResultReason, rows: ReturnType<typeof useRowWords>): string {
  if (code !== 'CONTENT_FAILED' && code !== 'APP_NOT_INSTALLED') return rows.path(subject ?? '');
  return contentName(subject ?? '');
}

/** How results are said. */
export function useResultWords(): ResultWords {
  const { t } = useTranslation('configure');
  const figures = useFigures();
  const rows = useRowWords();
  return useMemo(
    () => ({
      state: (state) => t(`result.${state}`),
      particular: ({ state, reason, progress, until }) => {
        if (reason !== null) {
          return t(`reason.${reason.code}`, {
            what: reason.subject === null ? '' : subjectWords(reason, rows),
          });
        }
        if (state === 'applying' && progress !== null) {
          return t('result.progress', { percent: figures.percent(progress) });
        }
        if (state === 'waiting' && until !== null) {
          return t('result.until', { when: figures.when(Date.parse(until), useFleet.getState().nowMs) });
        }
        return '';
      },
    }),
    [t, figures, rows],
  );
}
