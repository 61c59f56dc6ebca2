import { revertChange } from '../../../shared/contract/configuration/history.ts';
import { unassignLibraryItem, type Unassigned } from '../../../shared/contract/content/library-unassign.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/** How many headsets one request names. */
const BATCH = 2_000;

/** What taking an item away means, or what became of it. */
export type Unassigning = {
  readonly items: readonly Unassigned[];
  /** The entries in the history, by which it is undone. */
  readonly changeIds: readonly string[];
};

/** What follows for headsets when an item is taken away from them; with `dryRun` nothing is changed. */
export async function unassign(
  sha256: string,
  ids: readonly string[],
  given: { readonly dryRun: boolean; readonly signal?: AbortSignal },
): Promise<{ reply: Unassigning } | Refusal> {
  const items: Unassigned[] = [];
  const changeIds: string[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const outcome = await call(unassignLibraryItem, {
      params: { sha256 },
      body: { devicesId: ids.slice(at, at + BATCH), dryRun: given.dryRun },
      ...(given.signal === undefined ? {} : { signal: given.signal }),
    });
    if (isRefused(outcome)) return outcome;
    items.push(...outcome.reply.items);
    if (outcome.reply.changeId !== null) changeIds.push(outcome.reply.changeId);
  }
  return { reply: { items, changeIds } };
}

/** Headsets by what it means for them. */
export type Consequences = {
  /** They have it, and it goes. */
  readonly lose: readonly string[];
  /** It is on its way to them, and that ends. */
  readonly stop: readonly string[];
  /** They were to get it, and do not. */
  readonly miss: readonly string[];
  /** Their kiosk needs it: it stays. */
  readonly keep: readonly string[];
  /** They never had it assigned. */
  readonly without: number;
};

/** Sorts the headsets by what it means for them. */
export function consequencesOf(items: readonly Unassigned[]): Consequences {
  const taken = items.filter(({ outcome }) => outcome === 'taken');
  const among = (...statuses: readonly Unassigned['status'][]): string[] =>
    taken.filter(({ status }) => statuses.includes(status)).map(({ deviceId }) => deviceId);
  return {
    lose: among('INSTALLED', 'OUTDATED', 'REMOVING'),
    stop: among('DOWNLOADING', 'INSTALLING'),
    miss: among('ASSIGNED', 'FAILED', null),
    keep: items.filter(({ outcome }) => outcome === 'kept').map(({ deviceId }) => deviceId),
    without: items.filter(({ outcome }) => outcome === 'notAssigned').length,
  };
}

/** Where the undoing of a change is looked at before it is applied; the history where it is several. */
export async function previewOfUndo(changeIds: readonly string[]): Promise<{ reply: string } | Refusal> {
  const [changeId] = changeIds;
  if (changeId === undefined || changeIds.length > 1) return { reply: '/configure/history' };
  const plan = await call(revertChange, { params: { changeId }, body: { apply: false, moved: 'skip' } });
  return isRefused(plan) ? plan : { reply: pageOfMadePlan(plan.reply) };
}
