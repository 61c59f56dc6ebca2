const SCHEME = 'data-mantine-color-scheme';

/**
 * Prints the page as it stands, through the desktop shell, which asks for the printer, or as the browser does. Paper is white:
 * what is dark on screen is printed light, for printers leave out dark grounds and would set pale letters on white.
 */
export function printPage(): void {
  const root = document.documentElement;
  if (root.getAttribute(SCHEME) !== 'dark') {
    void print();
    return;
  }
  root.setAttribute(SCHEME, 'light');
  const restore = (): void => root.setAttribute(SCHEME, 'dark');
  // After two frames what is drawn on a canvas has taken the colours of the page too.
  requestAnimationFrame(() => requestAnimationFrame(() => void print().finally(restore)));
}

async function print(): Promise<void> {
  if (window.muster === undefined) window.print();
  else await window.muster.print();
}
