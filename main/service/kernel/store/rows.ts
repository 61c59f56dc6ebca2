import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** What SQLite stores in a column. */
type Value = string | number | null;

/** A boolean, stored as 1 or 0. */
export const flag = z.int().transform((value) => value === 1);

/** Returns the schema of a column with JSON text. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text): z.output<Schema> => schema.parse(JSON.parse(text)));
}

/** Returns the column of a property: the same words in snake_case. */
export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns the columns behind the properties of a row, in their order, so that SQLite itself returns rows with the names
 * of the code. `table` qualifies them in a join.
 */
export function columnsOf<Row extends Readonly<Record<string, unknown>>>(
  schema: z.ZodObject & z.ZodType<Row>,
  table?: string,
) {
  const properties = Object.keys(schema.shape);
  const prefix = table === undefined ? '' : `${table}.`;
  return {
    /** For SELECT: each column under the name of its property. */
    selected: properties.map((property) => `${prefix}${columnOf(property)} AS ${property}`).join(', '),
    /** For INSERT: the columns, and a placeholder for each. */
    names: properties.map(columnOf).join(', '),
    marks: properties.map(() => '?').join(', '),
    /** Returns the values of a row for these placeholders. */
    values: (row: Row): Value[] => properties.map((property) => toValue(row[property])),
  };
}

/** Booleans become 1 and 0, lists and objects JSON text. */
function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/**
 * Prepares statements that read the same columns. `rest` is the SQL behind them, and the type in brackets has the values
 * for its marks: `read.one<[id: string]>('WHERE id = ?')`.
 */
export function rowsOf<Row>(db: Database, select: string, schema: z.ZodType<Row>) {
  const found = schema.optional();
  const rows = z.array(schema);
  return {
    /** Reads the first row; undefined if there is none. */
    one<Values extends Value[]>(rest: string) {
      const statement = db.prepare(`${select} ${rest}`);
      return (...values: Values): Row | undefined => found.parse(statement.get(...values));
    },
    all<Values extends Value[]>(rest: string) {
      const statement = db.prepare(`${select} ${rest}`);
      return (...values: Values): Row[] => {
        const found = statement.all(...values);
        // Without a row the schema is not built: much is read at the start, and mostly in vain.
        return found.length === 0 ? [] : rows.parse(found);
      };
    },
  };
}

const text = z.string().optional();
const texts = z.array(z.string());
const number = z.int();
const numbers = z.array(z.int());

/**
 * Prepares the usual statements on a table. `where` is SQL: a condition, and the order and limit behind it. The type in
 * brackets has the values for its marks: `table.one<[id: string]>('id = ?')`.
 */
export function tableOf<Row extends Readonly<Record<string, unknown>>>(
  db: Database,
  table: string,
  schema: z.ZodObject & z.ZodType<Row>,
) {
  const columns = columnsOf(schema);
  const rows = rowsOf(db, `SELECT ${columns.selected} FROM ${table}`, schema);
  const read = (what: string, where: string) =>
    db.prepare(`SELECT ${what} FROM ${table} WHERE ${where}`).pluck();
  const write = (how: 'INSERT' | 'INSERT OR REPLACE') => {
    const statement = db.prepare(`${how} INTO ${table} (${columns.names}) VALUES (${columns.marks})`);
    return (row: Row): void => void statement.run(...columns.values(row));
  };
  const count = <Values extends Value[] = []>(where = 'true') => {
    const statement = read('count(*)', where);
    return (...values: Values): number => number.parse(statement.get(...values));
  };
  return {
    /** Reads the first row; undefined if there is none. */
    one: <Values extends Value[] = []>(where: string) => rows.one<Values>(`WHERE ${where}`),
    all: <Values extends Value[] = []>(where = 'true') => rows.all<Values>(`WHERE ${where}`),
    count,
    /** Reads a page, counted from 1, and the total. */
    page<Values extends Value[] = []>(where: string, order: string) {
      const total = count<Values>(where);
      const items = rows.all<[...Values, number, number]>(
        `WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      );
      return ({ page, limit }: { readonly page: number; readonly limit: number }, ...values: Values) => ({
        total: total(...values),
        items: items(...values, limit, (page - 1) * limit),
      });
    },
    /** Reads a column of the first row; undefined if there is none. */
    text<Values extends Value[]>(column: string, where: string) {
      const statement = read(column, where);
      return (...values: Values): string | undefined => text.parse(statement.get(...values));
    },
    /** Reads a column of each row. */
    texts<Values extends Value[] = []>(column: string, where = 'true') {
      const statement = read(column, where);
      return (...values: Values): string[] => texts.parse(statement.all(...values));
    },
    /** Does the same with whole numbers. */
    numbers<Values extends Value[] = []>(column: string, where: string) {
      const statement = read(column, where);
      return (...values: Values): number[] => numbers.parse(statement.all(...values));
    },
    insert: () => write('INSERT'),
    /** Inserts a row, or replaces the one with its key. */
    put: () => write('INSERT OR REPLACE'),
    /** Changes one column; the key comes first, then the value. */
    set<Values extends [key: Value, value: Value]>(column: string, key: string) {
      const statement = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`);
      return (...[of, value]: Values): void => void statement.run(value, of);
    },
    /** Returns true if there was a row. */
    remove<Values extends Value[]>(where: string) {
      const statement = db.prepare(`DELETE FROM ${table} WHERE ${where}`);
      return (...values: Values): boolean => statement.run(...values).changes > 0;
    },
  };
}
