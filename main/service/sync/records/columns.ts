import type { Database } from 'better-sqlite3';

/** A value of a column; booleans are stored as 1 and 0. */
type Value = string | number | boolean | null;

/** Column names by their names in the code. */
type Columns = Readonly<Record<string, string>>;

/**
 * Returns a function that updates only the given columns of a table, by their names in the code. `where` is the rest of
 * the statement, with placeholders for `parameters`.
 */
export function columnSetter<Names extends Columns>(
  db: Database,
  { table, columns, where }: { readonly table: string; readonly columns: Names; readonly where: string },
): (values: { readonly [Name in keyof Names]?: Value }, ...parameters: readonly Value[]) => void {
  const statements = new Map(
    Object.entries(columns).map(([name, column]) => [
      name,
      db.prepare(`UPDATE ${table} SET ${column} = ? ${where}`),
    ]),
  );
  return (values, ...parameters) => {
    for (const [name, value] of Object.entries(values))
      statements.get(name)?.run(typeof value === 'boolean' ? Number(value) : value, ...parameters);
  };
}
