const WRITE =
  /\b(?:(?:INSERT(?:\s+OR\s+\w+)?|REPLACE)\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+([a-z_]+)\b/g;

/** Returns the tables that the SQL in a file's text writes. */
export function tablesWritten(text: string): string[] {
  return [...text.matchAll(WRITE)].map(([, table]) => table ?? '');
}

/**
 * Returns the tables that several modules write, each with those modules; files are relative to the service's folder.
 */
export function sharedTables(files: ReadonlyMap<string, string>): string[] {
  const writers = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const module = file.split('/')[0] ?? '';
    for (const table of tablesWritten(text))
      writers.set(table, (writers.get(table) ?? new Set()).add(module));
  }
  return [...writers]
    .filter(([, modules]) => modules.size > 1)
    .map(([table, modules]) => `${table}: ${[...modules].toSorted().join(', ')}`)
    .toSorted();
}
