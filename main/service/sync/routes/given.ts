import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { Engine } from '../engine/engine.ts';
import type { CentralClient, SyncParts } from '../engine/parts.ts';

/** What the routes of sync stand on. */
export type SyncRoutes = {
  readonly parts: SyncParts;
  readonly engine: Engine;
  readonly role: 'station' | 'central';
  /** True where the flags say whom to sync with. */
  readonly isByFlags: boolean;
  /** Settles once what the flags say is taken over. */
  readonly begun: () => Promise<void>;
  /** Where this station listens. */
  readonly ownUrls: () => readonly string[];
  /** Called after somebody decided something that only the figures of sync show. */
  readonly onDecided: () => void;
  /** Opens a client, to try an address. */
  readonly open: (address: string, token: string) => CentralClient;
};

/** The refusal of somebody from another organisation. */
export function foreign({ parts }: SyncRoutes, caller: Caller): Failure<'FORBIDDEN'> | undefined {
  if (caller.enterpriseId === parts.enterpriseId) return undefined;
  return new Failure('FORBIDDEN', 'Only the organisation of this station decides about its sync.');
}
