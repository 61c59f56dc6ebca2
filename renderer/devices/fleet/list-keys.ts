import type { KeyboardEvent, MouseEvent } from 'react';

import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { isMoveKey, moveIn } from './wall-rows.ts';

/** The state that the keys of a list change. */
export type ListKeys = {
  /** Ids as on screen, row by row. */
  readonly rows: readonly (readonly string[])[];
  /** Number of rows of a page key. */
  readonly page: number;
  readonly onOpen: (id: string) => void;
  /** False for people who can only view: a selection would be useless. */
  readonly canSelect: boolean;
};

/** Handles a key pressed in the wall or the table: move, extend, select, all, clear, open. */
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

/** Handles a click on a headset: opens it, selects with Ctrl, extends with Shift. */
export function actOnListClick(event: MouseEvent, id: string, { rows, onOpen, canSelect }: ListKeys): void {
  const list = useFleetList.getState();
  if (canSelect && event.shiftKey) list.extend(id, rows.flat());
  else if (canSelect && (event.ctrlKey || event.metaKey || isOnTick(event.target))) list.toggle(id);
  else {
    list.activate(id);
    onOpen(id);
  }
}

/** Activates the first shown headset if the active one is hidden. */
export function activateShown(ids: readonly string[]): void {
  const { activeId, activate } = useFleetList.getState();
  const [first] = ids;
  if (first !== undefined && (activeId === null || !ids.includes(activeId))) activate(first);
}

function isOnTick(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-tick]') !== null;
}
