import { useEffect, useEffectEvent } from 'react';

import { MAP_KEYS, type MapMove } from '../cart/cart-shape.ts';
import { ScannerReader } from '../frame/scanner.ts';

/** Actions of the desk's shortcuts. */
export type DeskKeys = {
  readonly proceed: () => void;
  readonly newCode: () => void;
  readonly skip: () => void;
  readonly tryAgain: () => void;
  readonly print: () => void;
  readonly toggleFull: () => void;
  readonly leaveFull: () => void;
  readonly move: (move: MapMove) => void;
  readonly label: (text: string) => void;
};

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** Menus and dialogs have their own keys; the full-screen code is ours. */
function hasOwnKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const own = target.closest('[role="menu"], [role="listbox"], [role="dialog"]');
  return own !== null && !own.classList.contains('enrol-full');
}

/** Enter belongs to the focused button or link, except in the map, where it continues as usual. */
function hasOwnEnter(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('button, a') !== null && target.closest('.enrol-map') === null;
}

function letterAction(keys: DeskKeys, key: string): (() => void) | undefined {
  const actions = new Map<string, () => void>([
    ['n', keys.newCode],
    ['s', keys.skip],
    ['r', keys.tryAgain],
    ['p', keys.print],
    ['f', keys.toggleFull],
  ]);
  return actions.get(key.toLowerCase());
}

/**
 * Handles the desk's keys while it is shown. Nothing acts while a field has the focus; single letters act only with
 * `areLettersOn`. Scanned labels are read either way.
 */
export function useDeskKeys(keys: DeskKeys, areLettersOn: boolean): void {
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const move = MAP_KEYS.get(event.key);
    if (move !== undefined) return () => keys.move(move);
    if (event.key === 'Escape') return keys.leaveFull;
    if (event.key === 'Enter') return hasOwnEnter(event.target) ? undefined : keys.proceed;
    return areLettersOn && !event.repeat ? letterAction(keys, event.key) : undefined;
  };

  const isOurs = (event: KeyboardEvent): boolean =>
    !event.defaultPrevented &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !isTyping(event.target) &&
    !hasOwnKeys(event.target);
  const onScan = useEffectEvent((event: KeyboardEvent, scanner: ScannerReader) => {
    if (!isOurs(event)) return;
    const scanned = scanner.press(event.key, event.timeStamp);
    if (scanned.kind !== 'passed') event.preventDefault();
    if (scanned.kind === 'label') keys.label(scanned.text);
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(event)) return;
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const scanner = new ScannerReader();
    const scan = (event: KeyboardEvent) => onScan(event, scanner);
    const listen = (event: KeyboardEvent) => onKey(event);
    // A label has a question mark, which is a key everywhere: it is read before that key acts.
    window.addEventListener('keydown', scan, { capture: true });
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', scan, { capture: true });
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
