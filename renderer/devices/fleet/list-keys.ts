import type { KeyboardEvent, MouseEvent } from 'react';

import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { isMoveKey, moveIn } from './wall-rows.ts';

/** What the keys of a list act on. */
export type ListKeys = {
  /** Ids as they stand on screen, row by row. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows a page key jumps. */
  readonly page: number;
  readonly onOpen: (id: string) => void;
  /** False for those who only look: nothing is done with what they would select. */
  readonly canSelect: boolean;
};

/** Acts on a key pressed in the wall or the table: move, extend, select, all, clear, open. */
export function actOnListKey(event: KeyboardEvent, { rows, page, onOpen, canSelect }: ListKeys): void {
  const list = useFleetList.getState();
  const { activeId } = list;
  if (isMoveKey(event.key) && !event.altKey) {
    const target = moveIn(rows, activeId, event.key, page);
    if (target !== null && event.shiftKey && canSelect) list.extend(target, rows.flat());
    else if (target !== null) list.activate(target);
  } else if (event.key === 'Enter' && activeId !== null) onOpen(activeId);
  else if (!canSelect) return;
  else if (event.key === ' ' && activeId !== null) list.toggle(activeId);
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) list.select(rows.flat());
  else return;
  event.preventDefault();
}

/** Acts on a click on a headset: alone it opens, with Ctrl it selects, with Shift it extends. */
export function actOnListClick(event: MouseEvent, id: string, { rows, onOpen, canSelect }: ListKeys): void {
  const list = useFleetList.getState();
  if (canSelect && event.shiftKey) list.extend(id, rows.flat());
  else if (canSelect && (event.ctrlKey || event.metaKey || isOnTick(event.target))) list.toggle(id);
  else {
    list.activate(id);
    onOpen(id);
  }
}

/** The keys never act on a headset that is not shown: the first one that is takes its place. */
export function activateShown(ids: readonly string[]): void {
  const { activeId, activate } = useFleetList.getState();
  const [first] = ids;
  if (first !== undefined && (activeId === null || !ids.includes(activeId))) activate(first);
}

function isOnTick(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-tick]') !== null;
}
