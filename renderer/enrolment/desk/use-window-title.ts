import { useEffect } from 'react';

/** Names the window while the screen is shown: in the taskbar, to a screen reader, and as the name of a printed file. */
export function useWindowTitle(words: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${words} · Muster`;
    return () => {
      document.title = before;
    };
  }, [words]);
}
