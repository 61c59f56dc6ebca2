import { z } from 'zod';

/** What SQLite stores in a column. */
type Value = string | number | Uint8Array | null;

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
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
