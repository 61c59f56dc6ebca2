import { z } from 'zod';

/** A column with the ids of carts, as a JSON array; null: no limit. */
export const cartsColumn = z
  .string()
  .nullable()
  .transform((json) => (json === null ? null : z.array(z.string()).parse(JSON.parse(json))));

/** Returns the ids of carts as the column stores them. */
export function cartsText(carts: readonly string[] | null): string | null {
  return carts === null ? null : JSON.stringify(carts);
}
