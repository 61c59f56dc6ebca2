const SCHEME = 'data-mantine-color-scheme';

/**
 * Prints the page, through the desktop shell, which asks for the printer, or the browser. The light colour scheme is
 * used, because printers omit dark backgrounds and would print pale letters on white.
 */
export function printPage(): void {
  const root = document.documentElement;
  if (root.getAttribute(SCHEME) !== 'dark') {
    void print();
    return;
  }
  root.setAttribute(SCHEME, 'light');
  const restore = (): void => root.setAttribute(SCHEME, 'dark');
  // After two frames canvases have the colours of the page too.
  requestAnimationFrame(() => requestAnimationFrame(() => void print().finally(restore)));
}

async function print(): Promise<void> {
  if (window.muster === undefined) window.print();
  else await window.muster.print();
}
