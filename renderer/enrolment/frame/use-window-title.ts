import { useEffect } from 'react';

/** Sets the title of the window: for the taskbar, screen readers, and names of printed files. */
export function useWindowTitle(words: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${words} · Muster`;
    return () => {
      document.title = before;
    };
  }, [words]);
}
