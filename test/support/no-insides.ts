/** Signs of internals of the service: a stack line, a source file, SQL, the store's own errors. */
const INSIDES =
  /\n\s+at |node_modules|\.ts:\d|\.js:\d|file:\/\/|SQLITE_|\b(SELECT|INSERT INTO|UPDATE device|DELETE FROM)\b/;

/** Returns true if an answer exposes no internals: no stack trace, no path of `folder`, no SQL. */
export function noInsides(body: unknown, folder: string): boolean {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return !INSIDES.test(text) && !text.includes(folder);
}
