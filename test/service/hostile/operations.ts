import type { Endpoint, StreamEndpoint } from '../../../shared/contract/endpoint.ts';
import { parameterNotes } from '../../../shared/contract/examples/index.ts';
import { contract, streams } from '../../../shared/contract/index.ts';

/** Every operation and stream there is, by its name. */
export const OPERATIONS: readonly {
  readonly name: string;
  readonly operation: Endpoint | StreamEndpoint;
}[] = Object.entries<Endpoint | StreamEndpoint>({ ...contract, ...streams }).map(([name, operation]) => ({
  name,
  operation,
}));

/**
 * Operations that do more than write to the store when they are served: only their refusals are tried.
 * Name → what they would do.
 */
export const REFUSALS_ONLY: Readonly<Partial<Record<keyof typeof contract, string>>> = {
  addPerson: 'makes a passcode costly to guess, which takes long',
  startPractice: 'starts a thread with simulated headsets',
  setLan: 'opens a listener on the network of this computer',
  createBackup: 'writes a file of the size of the store',
  addCopy: 'writes a file of the size of the store',
  addToLibrary: 'fetches from any address',
  prepareOffline: 'fetches what headsets have assigned',
  setUpstream: 'sends a token to any address',
  checkUpstream: 'sends a token to any address',
};

/**
 * The token to ask an operation with: the organisation's, and the headset's own for what only a headset may do (on its own
 * path, for elsewhere it is forbidden whatever the request).
 */
export function tokenFor(
  { access }: Endpoint | StreamEndpoint,
  tokens: { readonly enterprise: string; readonly device: string },
): string {
  return access.includes('device') && !access.includes('enterprise') ? tokens.device : tokens.enterprise;
}

/** A good value for every parameter of a path, by its name, as the document shows it. */
export const EXAMPLE_PARAMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(parameterNotes).map(([name, { example }]) => [name, String(example)]),
);

/** The path with its parameters filled in; each value goes out exactly as it is written. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? EXAMPLE_PARAMS[name] ?? 'nobody');
}
