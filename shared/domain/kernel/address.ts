/**
 * Returns a path of the contract with its parameters filled in, percent-encoded, and a query appended, without the
 * values that are undefined.
 */
export function address(path: string, params: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const pairs = Object.entries(query)
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .map((pair: [string, unknown]) => pair.map((part) => encodeURIComponent(String(part))).join('='));
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}
