const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Compares names in natural order: A-2 before A-10. One fixed locale, so that every window and the station sort
 * alike.
 */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b);
}
