import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { deviceIdSchema } from '../../../shared/contract/ids.ts';
import {
  resolveConflict,
  resolveConflicts,
  type SyncConflict,
} from '../../../shared/contract/sync/sync-conflicts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx';
import { inForce, type Side } from './conflict-place.ts';
import { useConflictWords } from './conflict-words.ts';
import { readSync } from '../connection/sync-watch.ts';

/** A value of one's own, or the free slot of the headset that gives way. */
type More = { readonly value?: unknown; readonly slotId?: string | undefined };

/** What a person decides about conflicts, and how it is taken back. */
export type Decisions = {
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  /** True once it is decided. */
  readonly decide: (conflict: SyncConflict, take: Side, more?: More) => Promise<boolean>;
  readonly decideAll: (conflicts: readonly SyncConflict[], take: Side) => Promise<boolean>;
};

/** `onDone` reads the lists again. */
export function useDecisions(onDone: () => void): Decisions {
  const { t } = useTranslation(['sync', 'common']);
  const result = useResultWords();
  const say = useSaying();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);

  const during = async (act: () => Promise<Refusal | null>): Promise<boolean> => {
    setBusy(true);
    const refused = await act();
    setBusy(false);
    setRefusal(refused);
    onDone();
    void readSync();
    return refused === null;
  };
  const takeMany = async (conflicts: readonly SyncConflict[], take: Side): Promise<Refusal | null> => {
    if (conflicts.length === 0) return null;
    const conflictsId = conflicts.map(({ id }) => id);
    const outcome = await call(resolveConflicts, { body: { take, conflictsId } });
    if (isRefused(outcome)) return outcome;
    const { resolved, failed } = outcome.reply;
    if (failed > 0) say(t('sync:rule.partly', { resolved, failed }), null);
    return null;
  };

  return {
    refusal,
    isBusy,
    decide: async (conflict, take, more) => {
      const before = inForce(conflict);
      const isDone = await during(() => takeSide(conflict, take, more));
      if (!isDone) return false;
      const undoes = conflict.kind === 'field' && (before === 'here' || before === 'there');
      const text = result(conflict, take, more);
      say(text, undoes ? () => void during(() => takeSide(conflict, before)) : null);
      return true;
    },
    decideAll: async (conflicts, take) => {
      const isDone = await during(() => takeMany(conflicts, take));
      if (!isDone) return false;
      const turned = conflicts.filter((each) => each.kind === 'field' && inForce(each) !== take);
      const other = take === 'here' ? 'there' : 'here';
      say(
        t('sync:decided.many', { count: conflicts.length }),
        turned.length === 0 ? null : () => void during(() => takeMany(turned, other)),
      );
      return true;
    },
  };
}

/** What holds now: who keeps the slot and where the other headset goes, or the value. */
function useResultWords(): (conflict: SyncConflict, take: Side, more: More | undefined) => string {
  const { t } = useTranslation(['sync', 'common']);
  const words = useConflictWords();
  return (conflict, take, more) => {
    const headset = conflict.label ?? t('common:unnamed');
    if (conflict.kind === 'field') {
      const { value } = words.value(chosen(conflict, more), take);
      return t('sync:decided.one', { name: words.name(conflict), headset, value });
    }
    const free = conflict.enrolment?.freeSlots.find(({ id }) => id === more?.slotId);
    const kept = t(`sync:decided.enrolment.${take}`, { headset });
    if (free === undefined) return kept;
    return `${kept} ${t(`sync:decided.moves.${take}`, { slot: free.label ?? t('common:unnamed') })}`;
  };
}

/** The conflict with a value of one's own in place of both, where there is one. */
function chosen(conflict: SyncConflict, { value }: More = {}): SyncConflict {
  return value === undefined ? conflict : { ...conflict, here: value, there: value };
}

/** Null once it is taken. */
async function takeSide(
  conflict: SyncConflict,
  take: Side,
  { value, slotId }: More = {},
): Promise<Refusal | null> {
  const body = {
    take,
    ...(value === undefined ? {} : { value }),
    ...(slotId === undefined ? {} : { slotId: deviceIdSchema.parse(slotId) }),
  };
  const outcome = await call(resolveConflict, { params: { conflictId: conflict.id }, body });
  return isRefused(outcome) ? outcome : null;
}

/** Says what was done, and offers to take it back where that can be. */
function useSaying(): (text: string, undo: (() => void) | null) => void {
  const { t } = useTranslation('common');
  return (text, undo) => {
    const closeLabel = t('close');
    if (undo === null) notifications.show({ message: text, closeButtonProps: { 'aria-label': closeLabel } });
    else offerUndo({ text, undoLabel: t('undo'), closeLabel, undo });
  };
}
