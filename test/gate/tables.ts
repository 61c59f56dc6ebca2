/** A store says its table in SQL, or to `tableOf`, which writes and reads it. */
const WRITE =
  /(?:\b(?:(?:INSERT(?:\s+OR\s+\w+)?|REPLACE)\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+|\btableOf\(db, ')([a-z_]+)\b/g;

/** Returns the tables that the SQL in a file's text writes. */
export function tablesWritten(text: string): string[] {
  return [...text.matchAll(WRITE)].map(([, table]) => table ?? '');
}

const READ = /(?:\b(?:FROM|JOIN)\s+|\btableOf\(db, ')([a-z_]+)\b/g;

/** Returns the tables that the SQL in a file's text reads. */
export function tablesRead(text: string): string[] {
  return [...text.matchAll(READ)].map(([, table]) => table ?? '');
}

/** Returns the module that writes each table. */
export function ownersOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [file, text] of files)
    for (const table of tablesWritten(text)) owners.set(table, moduleOf(file));
  return owners;
}

/**
 * Returns the files with SQL that reads tables which another module writes, each with those tables; files are relative
 * to the service's folder.
 */
export function foreignReads(files: ReadonlyMap<string, string>): string[] {
  const owners = ownersOf(files);
  return [...files]
    .map(([file, text]) => [file, tablesRead(text).filter((table) => isOf(owners.get(table), file))] as const)
    .filter(([, tables]) => tables.length > 0)
    .map(([file, tables]) => `${file}: ${[...new Set(tables)].toSorted().join(', ')}`)
    .toSorted();
}

function isOf(owner: string | undefined, file: string): boolean {
  return owner !== undefined && owner !== moduleOf(file);
}

function moduleOf(file: string): string {
  return file.split('/')[0] ?? '';
}

/**
 * Returns the tables that several modules write, each with those modules; files are relative to the service's folder.
 */
export function sharedTables(files: ReadonlyMap<string, string>): string[] {
  const writers = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const module = moduleOf(file);
    for (const table of tablesWritten(text))
      writers.set(table, (writers.get(table) ?? new Set()).add(module));
  }
  return [...writers]
    .filter(([, modules]) => modules.size > 1)
    .map(([table, modules]) => `${table}: ${[...modules].toSorted().join(', ')}`)
    .toSorted();
}
