import { useTranslation } from 'react-i18next';

import { deviceIdSchema } from '../../../shared/contract/ids.ts';
import {
  resolveConflict,
  resolveConflicts,
  type SyncConflict,
} from '../../../shared/contract/sync/sync-conflicts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { notify, offerUndo } from '../../ui/dialogs/toasts.tsx';
import { effectiveSide, type Side } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';
import { readSync } from '../status/sync-watch.ts';

/** Another value, or a free slot for the headset that loses. */
type DecisionOptions = { readonly value?: unknown; readonly slotId?: string | undefined };

/** Decides conflicts, and undoes decisions. */
export type Decisions = {
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  /** Resolves to true if it succeeded. */
  readonly decide: (conflict: SyncConflict, take: Side, options?: DecisionOptions) => Promise<boolean>;
  readonly decideAll: (conflicts: readonly SyncConflict[], take: Side) => Promise<boolean>;
};

/** `onDone` reloads the lists. */
export function useDecisions(onDone: () => void): Decisions {
  const { t } = useTranslation(['sync', 'common']);
  const result = useResultLabels();
  const { isBusy, refusal, during } = useAction();

  const settle = async (work: Promise<Refusal | null>): Promise<boolean> => {
    const refused = await during(work);
    onDone();
    void readSync();
    return refused === null;
  };
  const chooseForMany = async (conflicts: readonly SyncConflict[], take: Side): Promise<Refusal | null> => {
    if (conflicts.length === 0) return null;
    const conflictsId = conflicts.map(({ id }) => id);
    const outcome = await call(resolveConflicts, { body: { take, conflictsId } });
    if (isRefused(outcome)) return outcome;
    const { resolved, failed } = outcome.reply;
    if (failed > 0) notify(t('sync:rule.partly', { resolved, failed }));
    return null;
  };

  return {
    refusal,
    isBusy,
    decide: async (conflict, take, options) => {
      const before = effectiveSide(conflict);
      const isDone = await settle(chooseSide(conflict, take, options));
      if (!isDone) return false;
      const undoes = conflict.kind === 'field' && (before === 'here' || before === 'there');
      const text = result(conflict, take, options);
      if (undoes) offerUndo({ text, undo: () => void settle(chooseSide(conflict, before)) });
      else notify(text);
      return true;
    },
    decideAll: async (conflicts, take) => {
      const isDone = await settle(chooseForMany(conflicts, take));
      if (!isDone) return false;
      const turned = conflicts.filter((each) => each.kind === 'field' && effectiveSide(each) !== take);
      const other = take === 'here' ? 'there' : 'here';
      const text = t('sync:decided.many', { count: conflicts.length });
      if (turned.length === 0) notify(text);
      else offerUndo({ text, undo: () => void settle(chooseForMany(turned, other)) });
      return true;
    },
  };
}

/**
 * Returns the text of the result: the value that applies now, or which headset keeps the slot and where the other one
 * goes.
 */
function useResultLabels(): (
  conflict: SyncConflict,
  take: Side,
  options: DecisionOptions | undefined,
) => string {
  const { t } = useTranslation(['sync', 'common']);
  const labels = useConflictLabels();
  return (conflict, take, options) => {
    const headset = conflict.label ?? t('common:unnamed');
    if (conflict.kind === 'field') {
      const { value } = labels.value(chosen(conflict, options), take);
      return t('sync:decided.one', { name: labels.name(conflict), headset, value });
    }
    const free = conflict.enrolment?.freeSlots.find(({ id }) => id === options?.slotId);
    const kept = t(`sync:decided.enrolment.${take}`, { headset });
    if (free === undefined) return kept;
    return `${kept} ${t(`sync:decided.moves.${take}`, { slot: free.label ?? t('common:unnamed') })}`;
  };
}

/** Returns the conflict with the entered value on both sides, if there is one. */
function chosen(conflict: SyncConflict, { value }: DecisionOptions = {}): SyncConflict {
  return value === undefined ? conflict : { ...conflict, here: value, there: value };
}

/** Resolves to null if it succeeded. */
async function chooseSide(
  conflict: SyncConflict,
  take: Side,
  { value, slotId }: DecisionOptions = {},
): Promise<Refusal | null> {
  const body = {
    take,
    ...(value === undefined ? {} : { value }),
    ...(slotId === undefined ? {} : { slotId: deviceIdSchema.parse(slotId) }),
  };
  const outcome = await call(resolveConflict, { params: { conflictId: conflict.id }, body });
  return isRefused(outcome) ? outcome : null;
}
