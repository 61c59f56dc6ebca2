type Fields = Readonly<Record<string, unknown>>;

/** Returns true if two JSON values are equal, whatever the order of their keys. An absent key equals undefined. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, index) => isSameJson(each, b[index]))
    );
  }
  if (!isFields(a) || !isFields(b)) return Object.is(a, b);
  // Allocates no lists and maps, because a plan compares a hundred thousand entries.
  for (const key in a) if (!isSameJson(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
}

/** Returns the keys whose values differ between two objects. */
export function differingKeys(a: unknown, b: unknown): string[] {
  const [ours, theirs] = [isFields(a) ? a : {}, isFields(b) ? b : {}];
  const keys: string[] = [];
  for (const key in ours) if (!isSameJson(ours[key], theirs[key])) keys.push(key);
  for (const key in theirs) if (ours[key] === undefined && theirs[key] !== undefined) keys.push(key);
  return keys;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
