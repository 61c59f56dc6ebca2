import { useEffect, useEffectEvent, useRef } from 'react';

import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';
import { useSingleKeys } from '../../ui/parts/shortcuts.ts';
import { useScanner } from '../frame/use-scanner.ts';
import { needsAttention } from './cable-state.ts';
import { cardId } from './hubs/port-card.tsx';

/** A label begins with the letter M: a hand scanner sends the next one well before. */
const AFTER_SCANNER_MS = 100;

type Keys = {
  readonly headsets: readonly CableHeadset[];
  readonly chosen: string | null;
  readonly onChoose: (serial: string) => void;
  readonly onRetry: (serial: string) => void;
  readonly onStart: () => void;
  readonly onSounds: () => void;
  readonly onLabel: (text: string) => void;
};

/**
 * Arrow keys move between ports, N goes to the next that needs attention, R retries, Space starts; a hand scanner
 * assigns a slot.
 */
export function useCableKeys({
  headsets,
  chosen,
  onChoose,
  onRetry,
  onStart,
  onSounds,
  onLabel,
}: Keys): void {
  const areLettersOn = useSingleKeys((keys) => keys.isOn);
  const letter = useRef<ReturnType<typeof setTimeout> | null>(null);
  useScanner(onLabel);
  const step = (list: readonly CableHeadset[], by: number): void => {
    // From the focused port, else from the selected one.
    const focused = list.findIndex(({ serial }) => cardId(serial) === document.activeElement?.id);
    const at = focused < 0 ? list.findIndex(({ serial }) => serial === chosen) : focused;
    const next = at < 0 ? list.at(by > 0 ? 0 : -1) : list[(at + by + list.length) % list.length];
    if (next !== undefined) onChoose(next.serial);
  };
  const actionOf = (key: string): (() => void) | undefined => {
    const [first, last] = [headsets[0], headsets.at(-1)];
    if (key === 'ArrowDown' || key === 'ArrowRight') return () => step(headsets, 1);
    if (key === 'ArrowUp' || key === 'ArrowLeft') return () => step(headsets, -1);
    if (key === 'Home' && first !== undefined) return () => onChoose(first.serial);
    if (key === 'End' && last !== undefined) return () => onChoose(last.serial);
    if (!areLettersOn) return undefined;
    if (key === 'n') return () => step(headsets.filter(needsAttention), 1);
    if (key === ' ') return onStart;
    if (key === 'm') return () => (letter.current = setTimeout(onSounds, AFTER_SCANNER_MS));
    const failed = headsets.find(({ serial, state }) => state === 'failed' && serial === chosen);
    return key === 'r' && failed !== undefined ? () => onRetry(failed.serial) : undefined;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (letter.current !== null) clearTimeout(letter.current);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const hasOwnKeys =
      event.target instanceof HTMLElement &&
      (event.target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null ||
        // Buttons and links handle Space themselves.
        (event.key === ' ' && event.target.closest('button, a') !== null));
    const action = hasOwnKeys
      ? undefined
      : actionOf(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
