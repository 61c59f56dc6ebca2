import { listChanges, revertChange } from '../../../shared/contract/configuration/history.ts';
import { call, isRefused } from '../../service/api.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/** Where the last change can be put back: its preview, or the history where that cannot be made. */
export async function previewOfLastChange(): Promise<string> {
  const history = '/configure/history';
  const changes = await call(listChanges, { query: { limit: '1' } });
  const [last] = isRefused(changes) ? [] : changes.reply.items;
  if (last === undefined) return history;
  const plan = await call(revertChange, { params: { changeId: last.id }, body: { apply: false } });
  return isRefused(plan) ? history : pageOfMadePlan(plan.reply);
}
