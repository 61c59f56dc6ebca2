import { useEffect } from 'react';

const OVERLAY = '[role="dialog"], [role="menu"]';
/** When a dialog may have left the page after it was closed, in ms. */
const CLOSED_AFTER_MS = [50, 400];
const MAX_RETAINED = 4;

/**
 * Returns the focus to where it was before a dialog, even if what opened the dialog is gone, such as an item of a menu
 * that closed with it. Otherwise the keyboard would begin at the top of the page again.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    // The newest last.
    let focused: readonly HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target.closest('#content') === null) return;
      focused = [...focused.filter((each) => each !== target), target].slice(-MAX_RETAINED);
    };
    const restore = (): void => {
      if (document.querySelector(OVERLAY) !== null || document.activeElement !== document.body) return;
      const last = focused.findLast((each) => each.isConnected && each.checkVisibility());
      last?.focus({ preventScroll: true });
    };
    const onAct = (): void => {
      if (document.querySelector(OVERLAY) === null) return;
      for (const ms of CLOSED_AFTER_MS) setTimeout(restore, ms);
    };
    document.addEventListener('focusin', onFocus);
    // Before the dialog’s own listener, which may remove it at once.
    window.addEventListener('keydown', onAct, true);
    window.addEventListener('click', onAct, true);
    return () => {
      document.removeEventListener('focusin', onFocus);
      window.removeEventListener('keydown', onAct, true);
      window.removeEventListener('click', onAct, true);
    };
  }, []);
}
