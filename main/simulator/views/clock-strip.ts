/**
 * Number of bits of a time that is painted as black and white cells, so that a program can read it from a compressed
 * picture.
 */
const BITS = 24;
const CHECK_BITS = 8;
/** Cells across the whole width. */
export const CELLS = BITS + CHECK_BITS;
/** The painted value is the time modulo this, in ms: over four hours. */
export const STRIP_PERIOD_MS = 2 ** BITS;

/** Returns which cells are white for a time in ms. */
export function cellsOf(timeMs: number): boolean[] {
  const value = timeMs % STRIP_PERIOD_MS;
  const all = value * 2 ** CHECK_BITS + checkOf(value);
  return Array.from({ length: CELLS }, (_each, at) => Math.floor(all / 2 ** (CELLS - 1 - at)) % 2 === 1);
}

/** Returns the time in these cells, modulo the period; null if invalid. */
export function timeOf(cells: readonly boolean[]): number | null {
  const all = cells.reduce((sum, isWhite) => sum * 2 + Number(isWhite), 0);
  const value = Math.floor(all / 2 ** CHECK_BITS);
  return cells.length === CELLS && all % 2 ** CHECK_BITS === checkOf(value) ? value : null;
}

function checkOf(value: number): number {
  return ((value % 251) * 31 + (Math.floor(value / 251) % 241) * 17 + 90) % 256;
}
