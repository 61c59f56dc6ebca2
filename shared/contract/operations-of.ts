import type { Endpoint } from './endpoint.ts';

/** What tells an operation from the other exports of a file; a stream has no reply. */
type Operation = Pick<Endpoint, 'method' | 'path' | 'reply'>;

/** The operations among the exports of some files. */
type OperationsIn<Exports> = {
  readonly [Name in keyof Exports as Exports[Name] extends Operation ? Name : never]: Exports[Name];
};

/**
 * Returns the operations that the files of a module export, by their names, which are also their operation ids in the
 * OpenAPI document.
 */
export function operationsOf<Exports extends object>(exports: Exports): OperationsIn<Exports> {
  const operations = Object.entries(exports).filter(
    ([, each]: [string, unknown]) =>
      typeof each === 'object' && each !== null && 'method' in each && 'reply' in each,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the filter is what the type says
  return Object.fromEntries(operations) as OperationsIn<Exports>;
}
