import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { effectiveSide } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';
import { targetOf } from '../status/list-target.ts';

const ROW_PX = 54;

type Props = {
  conflicts: readonly SyncConflict[];
  activeIndex: number;
  onMove: (index: number) => void;
  /** Called on Enter. */
  onOpen: () => void;
  listRef: React.RefObject<HTMLDivElement | null>;
};

/** The conflicts as a listbox with a single tab stop. Only visible rows are rendered. */
export function ConflictList({ conflicts, activeIndex, onMove, onOpen, listRef }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const scroller = useRef<HTMLDivElement>(null);
  const labels = useConflictLabels();
  // oxlint-disable-next-line react/incompatible-library -- its methods are never handed on as props, which is what the rule warns of
  const virtual = useVirtualizer({
    count: conflicts.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => conflicts[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  useEffect(() => {
    if (activeIndex >= 0) virtual.scrollToIndex(activeIndex, { align: 'auto' });
  }, [virtual, activeIndex]);
  const items = virtual.getVirtualItems();
  const isShown = items.some(({ index }) => index === activeIndex);

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const to = targetOf(event.key, activeIndex, conflicts.length);
    if (to === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === null) onOpen();
    else onMove(to);
  };

  return (
    <div className="panel conflict-scroller" ref={scroller}>
      <div
        ref={listRef}
        role="listbox"
        tabIndex={0}
        className="virtual"
        aria-label={t('sync:tab.conflicts')}
        aria-activedescendant={isShown ? optionId(activeIndex) : undefined}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, key, start }) => {
          const conflict = conflicts[index];
          if (conflict === undefined) return null;
          const effective = effectiveSide(conflict);
          return (
            // The listbox handles keys; the option itself handles the pointer.
            <div
              key={key}
              id={optionId(index)}
              role="option"
              aria-selected={index === activeIndex}
              aria-posinset={index + 1}
              aria-setsize={conflicts.length}
              className="conflict-option hovers"
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onMove(index)}
            >
              <b className="cut">{conflict.label ?? t('common:unnamed')}</b>
              <span className="small faint end nowrap">{t(`sync:list.${effective ?? 'none'}`)}</span>
              <span className="dim cut small whole">{labels.name(conflict)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function optionId(index: number): string {
  return `conflict-${index}`;
}
