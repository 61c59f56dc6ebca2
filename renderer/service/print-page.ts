/** Prints the page as it stands: through the desktop shell, which asks for the printer, or as the browser does. */
export function printPage(): void {
  if (window.muster === undefined) window.print();
  else void window.muster.print();
}
