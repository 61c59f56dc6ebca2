import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { EnterCap, KeyCap } from '../../ui/parts/key-cap.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { ConflictCard } from './conflict-card.tsx';
import { ConflictList } from './conflict-list.tsx';
import { effectiveSide, lossOf, type Side } from '../status/conflict-subject.ts';
import { targetOf } from '../status/list-target.ts';
import { LossDialog, type PendingDecision } from './loss-dialog.tsx';
import { isSimple, OtherValueDialog } from './other-value-dialog.tsx';
import type { Decisions } from './use-decisions.ts';

type Props = { conflicts: readonly SyncConflict[]; decisions: Decisions };

/** The list of conflicts beside the selected one. Keys: J and K move, 1 and 2 select a side, Enter confirms. */
export function ConflictInbox({ conflicts, decisions }: Props): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const [active, setActive] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const [pending, setPending] = useState<PendingDecision | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const refs = useSideRefs();
  // When a decided conflict leaves the list, the one that moves up is selected.
  const found = conflicts.findIndex(({ id }) => id === active?.id);
  const index = found === -1 ? Math.min(active?.index ?? 0, conflicts.length - 1) : found;
  const conflict = conflicts[index];

  const isEmpty = conflicts.length === 0;
  useEffect(() => {
    // Do not take the focus from someone who is typing in the search field.
    if (!isEmpty && !(document.activeElement instanceof HTMLInputElement))
      list.current?.focus({ preventScroll: true });
  }, [isEmpty]);
  const move = (to: number): void => {
    const next = conflicts[to];
    if (next !== undefined) setActive({ id: next.id, index: to });
  };
  const focus = (side: Side): void => refs[side].current?.focus();
  const step = (key: string): void => move(targetOf(key, index, conflicts.length) ?? index);
  useShortcuts({ j: () => step('j'), k: () => step('k'), 1: () => focus('here'), 2: () => focus('there') });
  if (conflict === undefined) return null;

  const decide = async (take: Side, options: Parameters<Decisions['decide']>[2] = {}): Promise<void> => {
    // A conflict that stays in the list keeps its position; otherwise the next one takes it.
    setActive({ id: conflict.id, index });
    const isDone = await decisions.decide(conflict, take, options);
    if (isDone) list.current?.focus({ preventScroll: true });
  };
  const take = (side: Side, slotId?: string): void => {
    // The card of an open conflict says what happens to both headsets.
    if (conflict.kind === 'enrolment' && conflict.resolvedAt === null) void decide(side, { slotId });
    else if (lossOf(conflict, side) === null) void decide(side);
    else setPending({ conflict, take: side });
  };

  return (
    <div className="page-split conflict-split">
      <div className="conflict-side stack">
        <ConflictList
          conflicts={conflicts}
          activeIndex={index}
          onMove={move}
          onOpen={() => focus(effectiveSide(conflict) === 'there' ? 'there' : 'here')}
          listRef={list}
        />
        <p className="small faint row wrap only-wide">
          <span className="row snug">
            <KeyCap>J</KeyCap> <KeyCap>K</KeyCap> {t('keys.move')}
          </span>
          <span className="row snug">
            <KeyCap>1</KeyCap> <KeyCap>2</KeyCap> {t('keys.side')}
          </span>
          <span className="row snug">
            <EnterCap /> {t('keys.take')}
          </span>
        </p>
      </div>
      <section className="panel" aria-label={t('conflict.chosen')}>
        <ConflictCard
          conflict={conflict}
          isBusy={decisions.isBusy}
          onTake={take}
          onOther={isSimple(conflict) ? () => setChoosing(true) : undefined}
          refs={refs}
        />
      </section>
      <LossDialog
        pending={pending}
        onConfirm={(confirmed) => void decide(confirmed.take)}
        onClose={() => setPending(null)}
      />
      {isChoosing && (
        <OtherValueDialog
          conflict={conflict}
          onTake={(value) => void decide('here', { value })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

function useSideRefs(): Readonly<Record<Side, React.RefObject<HTMLButtonElement | null>>> {
  const here = useRef<HTMLButtonElement>(null);
  const there = useRef<HTMLButtonElement>(null);
  return useMemo(() => ({ here, there }), []);
}
