import { useEffect, useRef } from 'react';
import { create } from 'zustand';

const STORED_SINGLE_KEYS = 'muster.singleKeys';

type SingleKeys = { readonly isOn: boolean; readonly setOn: (isOn: boolean) => void };

/** Whether keys without Ctrl act. People who use speech input, or whose hands shake, can switch them off. */
export const useSingleKeys = create<SingleKeys>((set) => ({
  isOn: localStorage.getItem(STORED_SINGLE_KEYS) !== 'off',
  setOn: (isOn) => {
    localStorage.setItem(STORED_SINGLE_KEYS, isOn ? 'on' : 'off');
    set({ isOn });
  },
}));

/** `Ctrl K`, a single key such as `/` or `t`, or two in sequence such as `g f`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** How long the first key of a pair waits for the second, in ms. */
const PAIR_MS = 1_500;

/** Handles keys while mounted. Single letters never act in a field, behind an open dialog, or when switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });

  useEffect(() => {
    let first: { key: string; atMs: number } | null = null;

    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const key = event.key.toLowerCase();
      // A field has its own Ctrl Z.
      if (event.ctrlKey || event.metaKey)
        return key === 'z' && isTaken(event) ? undefined : act(`ctrl ${key}`, event);
      const isSingle = key.length === 1;
      if ((isSingle && !useSingleKeys.getState().isOn) || isTaken(event)) return;
      const pair = first !== null && event.timeStamp - first.atMs < PAIR_MS ? `${first.key} ${key}` : null;
      first = { key, atMs: event.timeStamp };
      if (pair !== null && pair in current.current) return act(pair, event);
      act(key, event);
    };

    const act = (name: string, event: KeyboardEvent): void => {
      const shortcut = current.current[name];
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut();
    };

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  ) {
    return true;
  }
  return wasDialogOpen || isDialogOpen();
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** Whether a dialog was open when the key was pressed: Escape closes it before the shortcuts of the screen look. */
let wasDialogOpen = false;
window.addEventListener('keydown', () => (wasDialogOpen = isDialogOpen()), true);
