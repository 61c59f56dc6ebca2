import { examples } from '../../../shared/contract/examples/index.ts';
import { contract } from '../../../shared/contract/index.ts';
import { nothing } from '../../../shared/contract/primitives.ts';

type Name = keyof typeof contract;

/** The endpoints that read a body, by name. */
export const readingBodies: readonly Name[] = (Object.keys(contract) as Name[]).filter(
  (name) => contract[name].body !== nothing,
);

/** A good body with every field that an endpoint has: the example of the document. @throws {Error} when there is none. */
export function goodBodyOf(name: Name): unknown {
  const shown: Readonly<Record<string, { readonly body?: unknown } | undefined>> = examples;
  const body = shown[name]?.body;
  if (body === undefined)
    throw new Error(`${name} has no example body: write one with every field in shared/contract/examples/`);
  return body;
}
