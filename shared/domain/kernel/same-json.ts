type Fields = Readonly<Record<string, unknown>>;

/** True when two JSON values are the same, whatever the order of their keys. An absent key and undefined are the same. */
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
  // A plan compares a hundred thousand entries: no lists and maps are made of them.
  for (const key in a) if (!isSameJson(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
}

/** The keys of two objects whose values differ. */
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
