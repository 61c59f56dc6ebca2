import type { PlanSummary } from '../../../shared/contract/configuration/plans.ts';
import { useRowWords } from '../../model/words/row-words.ts';

/** Where the station named a plan after its first settings, the last of them may tell how many more there are. */
const MORE = / \+\d+$/;

/** What a plan is called: settings in the name that the station gave it, in the words of the person's language. */
export function usePlanTitle(): (plan: Pick<PlanSummary, 'title'>) => string {
  const words = useRowWords();
  return ({ title }) =>
    title
      .split(', ')
      .map((part) => words.path(part.replace(MORE, '')) + (MORE.exec(part)?.[0] ?? ''))
      .join(', ');
}
