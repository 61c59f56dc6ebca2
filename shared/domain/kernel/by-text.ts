/** Compares two texts by their UTF-16 units: the same order on every machine, whatever its language. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
