import { revertChange } from '../../../shared/contract/configuration/history.ts';
import { unassignLibraryItem, type Unassigned } from '../../../shared/contract/content/library-unassign.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/** Number of headsets per request. */
const BATCH = 2_000;

/** The preview or result of removing an item. */
export type Unassigning = {
  readonly items: readonly Unassigned[];
  /** The changes in the history, with which it can be undone. */
  readonly changeIds: readonly string[];
};

/** Removes an item from headsets; with `dryRun` only previews it. */
export async function unassign(
  sha256: string,
  ids: readonly string[],
  input: { readonly dryRun: boolean; readonly signal?: AbortSignal },
): Promise<{ reply: Unassigning } | Refusal> {
  const items: Unassigned[] = [];
  const changeIds: string[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const outcome = await call(unassignLibraryItem, {
      params: { sha256 },
      body: { devicesId: ids.slice(at, at + BATCH), dryRun: input.dryRun },
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
    if (isRefused(outcome)) return outcome;
    items.push(...outcome.reply.items);
    if (outcome.reply.changeId !== null) changeIds.push(outcome.reply.changeId);
  }
  return { reply: { items, changeIds } };
}

/** Headsets grouped by consequence. */
export type Consequences = {
  /** It is installed and will be removed. */
  readonly lose: readonly string[];
  /** Its download will stop. */
  readonly stop: readonly string[];
  /** It was pending and will not be downloaded. */
  readonly miss: readonly string[];
  /** Their kiosk needs it: it stays. */
  readonly keep: readonly string[];
  /** It is not assigned. */
  readonly without: number;
};

/** Groups headsets by consequence. */
export function consequencesOf(items: readonly Unassigned[]): Consequences {
  const removed = items.filter(({ outcome }) => outcome === 'taken');
  const among = (...statuses: readonly Unassigned['status'][]): string[] =>
    removed.filter(({ status }) => statuses.includes(status)).map(({ deviceId }) => deviceId);
  return {
    lose: among('INSTALLED', 'OUTDATED', 'REMOVING'),
    stop: among('DOWNLOADING', 'INSTALLING'),
    miss: among('ASSIGNED', 'FAILED', null),
    keep: items.filter(({ outcome }) => outcome === 'kept').map(({ deviceId }) => deviceId),
    without: items.filter(({ outcome }) => outcome === 'notAssigned').length,
  };
}

/** Returns the preview of undoing a change; the history if there are several changes. */
export async function previewOfUndo(changeIds: readonly string[]): Promise<{ reply: string } | Refusal> {
  const [changeId] = changeIds;
  if (changeId === undefined || changeIds.length > 1) return { reply: '/configure/history' };
  const plan = await call(revertChange, { params: { changeId }, body: { apply: false, moved: 'skip' } });
  return isRefused(plan) ? plan : { reply: pageOfMadePlan(plan.reply) };
}
