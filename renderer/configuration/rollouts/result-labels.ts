import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type {
  PlanResult,
  ResultReason,
  ResultState,
} from '../../../shared/contract/configuration/plans/plans.ts';
import { useFormat } from '../../copy/format.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { contentName } from '../../model/content/use-app-names.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';

/** Icon of each result state. */
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

/** Text of a headset's result. */
export type ResultLabels = {
  readonly state: (state: ResultState) => string;
  /** Details: why it failed, its progress, until when it is pending. */
  readonly detail: (result: PlanResult) => string;
};

/** Returns the subject of a reason: the name of a setting, or of an app in the library. */
function subjectText({ code, subject }: ResultReason, rows: ReturnType<typeof useRowLabels>): string {
  if (code === 'REPLACED_BY') return subject ?? '';
  if (code !== 'CONTENT_FAILED' && code !== 'APP_NOT_INSTALLED') return rows.path(subject ?? '');
  return contentName(subject ?? '');
}

/** Returns functions that describe results. */
export function useResultLabels(): ResultLabels {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const rows = useRowLabels();
  return useMemo(
    () => ({
      state: (state) => t(`result.${state}`),
      detail: ({ state, reason, progress, until }) => {
        if (reason !== null) {
          return t(`reason.${reason.code}`, {
            what: reason.subject === null ? '' : subjectText(reason, rows),
          });
        }
        if (state === 'applying' && progress !== null) {
          return t('result.progress', { percent: format.percent(progress) });
        }
        if (state === 'waiting' && until !== null) {
          return t('result.until', { when: format.when(Date.parse(until), useFleet.getState().nowMs) });
        }
        return '';
      },
    }),
    [t, format, rows],
  );
}
