import type { SealedChange } from '../../../../shared/domain/configuration/settings/stored.ts';
import { type FieldFacts, isList, leavesOf } from '../../devices/comparison/index.ts';

/** A change without what the manufacturer's headsets cannot do, and what that is. */
export type Supported = {
  readonly change: SealedChange;
  readonly unsupported: ReadonlyMap<string, unknown>;
};

/**
 * Removes from a change what is known not to work. Clearing a setting always stays, since it requires nothing of the
 * headset.
 */
export function supportedPart(
  change: SealedChange,
  factsOf: (path: string) => Pick<FieldFacts, 'support'> | undefined,
): Supported {
  const unsupported = new Map<string, unknown>();
  const cannot = (path: string): boolean => factsOf(path)?.support === 'no';
  for (const [path, value] of leavesOf(change)) {
    if (value !== null && cannot(path)) unsupported.set(path, value);
  }
  for (const [key, value] of Object.entries(change)) {
    if (isList(key) && value !== null && value !== undefined && cannot(key)) unsupported.set(key, value);
  }
  if (unsupported.size === 0) return { change, unsupported };
  return { change: without(change, '', unsupported), unsupported };
}

function without(
  value: object,
  place: string,
  paths: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  const stored = Object.entries(value).flatMap(([key, each]: [string, unknown]): [string, unknown][] => {
    const path = place + key;
    if (paths.has(path)) return [];
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return [[key, each]];
    return [[key, without(each, `${path}.`, paths)]];
  });
  return Object.fromEntries(stored);
}
