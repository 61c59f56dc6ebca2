import type { PlanSummary } from '../../../shared/contract/configuration/plans.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';

/** If the station named a plan after its first settings, the end may state how many more there are. */
const MORE = / \+\d+$/;

/** Returns the title of a plan, with settings in the person's language. */
export function usePlanTitle(): (plan: Pick<PlanSummary, 'title'>) => string {
  const labels = useRowLabels();
  return ({ title }) =>
    title
      .split(', ')
      .map((part) => labels.path(part.replace(MORE, '')) + (MORE.exec(part)?.[0] ?? ''))
      .join(', ');
}
