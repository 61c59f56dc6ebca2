/** A slope and its standard error; both in its unit per unit of time. */
export type Slope = { readonly value: number; readonly error: number };

/**
 * Returns the common slope of points `[group, x, y]` by least squares, each group with its own intercept: the memory
 * of a killed process starts again, and its growth is measured within each run.
 */
export function slopeWithin(points: readonly (readonly [number, number, number])[]): Slope {
  const groups = Map.groupBy(points, ([group]) => group);
  let [xx, xy, yy] = [0, 0, 0];
  for (const each of groups.values()) {
    const meanX = meanOf(each.map(([, x]) => x));
    const meanY = meanOf(each.map(([, , y]) => y));
    for (const [, x, y] of each) {
      xx += (x - meanX) ** 2;
      xy += (x - meanX) * (y - meanY);
      yy += (y - meanY) ** 2;
    }
  }
  const free = points.length - groups.size - 1;
  if (xx === 0 || free <= 0) return { value: Number.NaN, error: Number.NaN };
  const value = xy / xx;
  const rest = Math.max(0, yy - value * xy);
  return { value, error: Math.sqrt(rest / free / xx) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
