import { useEffect, useEffectEvent } from 'react';

import { ScannerReader } from './scanner.ts';

/** Passes on scanned labels while no field has the focus; a field receives them like any typing. */
export function useScanner(onLabel: (text: string) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent, scanner: ScannerReader) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
    if (event.defaultPrevented || isTyping) return;
    const scanned = scanner.press(event.key, event.timeStamp);
    if (scanned.kind !== 'passed') event.preventDefault();
    if (scanned.kind === 'label') onLabel(scanned.text);
  });
  useEffect(() => {
    const scanner = new ScannerReader();
    const listen = (event: KeyboardEvent): void => onKey(event, scanner);
    // A label has a question mark, which is a key everywhere: it is read before that key acts.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
