import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { Engine } from '../engine/engine.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';

/** Dependencies of the sync routes. */
export type SyncRoutes = {
  readonly parts: SyncParts;
  readonly engine: Engine;
  readonly role: 'station' | 'central';
  /** True if command-line flags configure the central. */
  readonly isByFlags: boolean;
  /** Resolves once the flags are applied. */
  readonly flagsApplied: () => Promise<void>;
  /** Refuses a central while the station works together with another one. */
  readonly refuseCentral: () => Failure<'CONFLICT'> | undefined;
  /** URLs of this station. */
  readonly ownUrls: () => readonly string[];
  /** Called after a decision that changes nothing but the sync counts. */
  readonly onDecided: () => void;
  /** Opens a client for a connection check. */
  readonly open: (address: string, token: string) => CentralClient;
};

/** Refuses callers from another organisation. */
export function refuseForeign({ parts }: SyncRoutes, caller: Caller): Failure<'FORBIDDEN'> | undefined {
  if (caller.enterpriseId === parts.enterpriseId) return undefined;
  return new Failure('FORBIDDEN', 'Only the organisation of this station decides about its sync.');
}
