import type { z } from 'zod';

import type { Endpoint, StreamEndpoint } from '../../shared/contract/endpoint.ts';
import { contract, streams } from '../../shared/contract/index.ts';

/** The used internals of a zod schema. Source: zod.dev/packages/core, "Internals". */
type Definition = {
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
};

/** Values of every JSON type, within common bounds and far beyond them. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  'x',
  '\0',
  '-1',
  'no such choice',
  '2026-01-01',
  'x'.repeat(100_001),
  -1,
  0,
  0.5,
  7,
  1e6,
  1e300,
  Number.NaN,
  [],
  [7],
  [null, 'x'],
  Array.from({ length: 2_001 }, () => 'x'),
  {},
  { isActive: 7 },
  { x: { y: 1 } },
];

/** Returns a schema and every schema within it. */
export function* schemasIn(schema: z.ZodType, seen = new Set<z.ZodType>()): Generator<z.ZodType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const {
    innerType,
    element,
    shape,
    options,
    in: before,
    out,
    getter,
    keyType,
    valueType,
  } = schema.def as Definition;
  const inner = [innerType, element, before, out, getter?.(), keyType, valueType, ...(options ?? [])];
  for (const each of [...inner, ...Object.values(shape ?? {})]) {
    if (each !== undefined) yield* schemasIn(each, seen);
  }
}

/** Every part of a request of the contract, by operation. */
export const REQUEST_SCHEMAS: readonly (readonly [string, z.ZodType])[] = Object.entries<
  Endpoint | StreamEndpoint
>({
  ...contract,
  ...streams,
}).flatMap(([name, operation]) => [
  [`params of ${name}`, operation.params] as const,
  [`query of ${name}`, operation.query] as const,
  ...('body' in operation ? [[`body of ${name}`, operation.body] as const] : []),
]);

/** Returns the messages for wrong values at any place of a schema. */
export function messagesOf(schema: z.ZodType): ReadonlySet<string> {
  const messages = new Set<string>();
  for (const each of schemasIn(schema)) {
    // A transformation expects what the schema before it has checked.
    if (each.def.type === 'transform') continue;
    for (const value of VALUES) {
      for (const { message } of each.safeParse(value).error?.issues ?? []) messages.add(message);
    }
  }
  return messages;
}
