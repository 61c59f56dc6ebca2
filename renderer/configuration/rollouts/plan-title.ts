import { useTranslation } from 'react-i18next';

import type { PlanSummary } from '../../../shared/contract/configuration/plans/plans.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';

/** If the station named a plan after its first settings, the end may state how many more there are. */
const MORE = / \+\d+$/;

/** Returns the title of a plan, with settings in the person's language. */
export function usePlanTitle(): (plan: Pick<PlanSummary, 'title' | 'source'>) => string {
  const { t } = useTranslation('configure');
  const labels = useRowLabels();
  return ({ title, source }) => {
    const named = title
      .split(', ')
      .map((part) => labels.path(part.replace(MORE, '')) + (MORE.exec(part)?.[0] ?? ''))
      .join(', ');
    return source.kind === 'revert' ? t('plan.undoOf', { title: named }) : named;
  };
}
