import type { Endpoint, StreamEndpoint } from '../../../shared/contract/endpoint.ts';
import { parameterNotes } from '../../../shared/contract/all.reference.ts';
import { contract, streams } from '../../../shared/contract/index.ts';

/** Every operation and stream, by name. */
export const OPERATIONS: readonly {
  readonly name: string;
  readonly operation: Endpoint | StreamEndpoint;
}[] = Object.entries<Endpoint | StreamEndpoint>({ ...contract, ...streams }).map(([name, operation]) => ({
  name,
  operation,
}));

/** Operations with effects outside the store, by name: only their refusals are tested. */
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
  startPartnerPairing: 'calls any address',
};

/**
 * The token for an operation: the organisation's, or the headset's own for operations of headsets (on its own path,
 * because elsewhere it is forbidden).
 */
export function tokenFor(
  { access }: Endpoint | StreamEndpoint,
  tokens: { readonly enterprise: string; readonly device: string },
): string {
  return access.includes('device') && !access.includes('enterprise') ? tokens.device : tokens.enterprise;
}

/** A valid value for every path parameter, by its name, as in the document. */
export const EXAMPLE_PARAMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(parameterNotes).map(([name, { example }]) => [name, String(example)]),
);

/** Returns the path with its parameters filled in, unescaped. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? EXAMPLE_PARAMS[name] ?? 'nobody');
}
