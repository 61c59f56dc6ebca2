const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names as people count: A-2 before A-10. One fixed locale, so that every window and the station show one order. */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b);
}
