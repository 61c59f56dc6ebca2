/** Returns the JSON in a text; undefined if it is none, which no schema of an object accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
