import { listChanges, revertChange } from '../../../shared/contract/configuration/history.ts';
import { call, isRefused } from '../../service/api.ts';
import { pageOfMadePlan } from './made-plan.ts';

/** Returns the preview of undoing the last change, or the history if that is not possible. */
export async function previewOfLastChange(): Promise<string> {
  const history = '/configure/history';
  const changes = await call(listChanges, { query: { limit: '1' } });
  const [last] = isRefused(changes) ? [] : changes.reply.items;
  if (last === undefined) return history;
  const plan = await call(revertChange, { params: { changeId: last.id }, body: { apply: false } });
  return isRefused(plan) ? history : pageOfMadePlan(plan.reply);
}
