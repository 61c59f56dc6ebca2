import type { Database, Statement } from 'better-sqlite3';

import { columnOf } from '../../kernel/store/rows.ts';

/** A value of a column; booleans are stored as 1 and 0. */
type Value = string | number | boolean | null;

/**
 * Returns a function that updates only the columns of the given properties of a table. `where` is the rest of the
 * statement, with placeholders for `parameters`.
 */
export function columnSetter(
  db: Database,
  table: string,
  where: string,
): (values: Readonly<Record<string, Value>>, ...parameters: readonly Value[]) => void {
  const statements = new Map<string, Statement>();
  const statementOf = (property: string): Statement => {
    const known =
      statements.get(property) ?? db.prepare(`UPDATE ${table} SET ${columnOf(property)} = ? ${where}`);
    statements.set(property, known);
    return known;
  };
  return (values, ...parameters) => {
    for (const [property, value] of Object.entries(values))
      statementOf(property).run(typeof value === 'boolean' ? Number(value) : value, ...parameters);
  };
}
