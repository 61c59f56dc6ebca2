import { contract } from '../../../shared/contract/index.ts';
import { getHealth } from '../../../shared/contract/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** How often the station is asked whether it answers again, and how long, in ms. */
const ASK_EVERY_MS = 500;
const ASK_FOR_MS = 60_000;

/** How going back ended: where the store that was there is kept, or why not. `isLate`: it does not answer yet. */
type GoneBack = { readonly keptAs: string; readonly isLate: boolean };

/** Goes back to a backup and waits until the station answers again. */
export async function goBackTo(backupName: string): Promise<GoneBack | Refusal> {
  const outcome = await call(contract.restoreBackup, { params: { backupName } });
  if (isRefused(outcome)) return outcome;
  const { keptAs } = outcome.reply;
  const until = Date.now() + ASK_FOR_MS;
  // It answers until it stops: it must have been away, or be the one that has the store kept.
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    if (isRefused(await call(getHealth, {}))) continue;
    const listed = await call(contract.listBackups, {});
    // Another station's keys: this window's session is none of its own.
    if (isRefused(listed) && listed.refused === 'UNAUTHENTICATED') return { keptAs, isLate: false };
    if (!isRefused(listed) && listed.reply.items.some(({ name }) => name === keptAs)) {
      return { keptAs, isLate: false };
    }
  }
  return { keptAs, isLate: true };
}
