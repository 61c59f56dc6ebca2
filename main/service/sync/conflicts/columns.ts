import type { Database } from 'better-sqlite3';

/** What a column may be set to; true and false are kept as 1 and 0. */
type Value = string | number | boolean | null;

/** Columns by the names that the code has for them. */
type Columns = Readonly<Record<string, string>>;

/**
 * Sets columns of a table one by one, by their names in the code: what is not named stays. `where` is the rest of the
 * statement, for whose parameters `parameters` stand.
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
