import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** A key as it is printed on the keyboard. */
export function KeyCap({ children }: { children: string }): React.JSX.Element {
  return <kbd className="key">{children}</kbd>;
}

/** Elements in which Enter means something else. */
const TAKEN = 'input, textarea, select, button, a, summary, [contenteditable], [role="option"], [role="row"]';

/** The Enter key, labelled as on keyboards of the person's language. In a button it presses it. */
export function EnterCap(): React.JSX.Element {
  const { t } = useTranslation('common');
  const cap = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (key !== 'Enter' || event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (target instanceof Element && target.closest(TAKEN) !== null) return;
      const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
      const button = cap.current?.closest<HTMLElement>('button, a');
      if (button === null || button === undefined || (dialog !== null && !dialog.contains(button))) return;
      if (button.matches(':disabled, [data-disabled]')) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <span ref={cap}>
      <KeyCap>{t('key.enter')}</KeyCap>
    </span>
  );
}
