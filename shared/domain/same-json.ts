/** True when two JSON values are the same, whatever the order of their keys. An absent key and undefined are the same. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, index) => isSameJson(each, b[index]))
    );
  }
  const theirs = new Map<string, unknown>(said(b));
  const ours = said(a);
  return ours.length === theirs.size && ours.every(([key, value]) => isSameJson(value, theirs.get(key)));
}

function said(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}
