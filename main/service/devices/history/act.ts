import type { Author } from '../../../../shared/contract/devices/authors.ts';
import type { Caller } from '../../kernel/http/caller.ts';

/** Who did something, as it is kept. */
export type Actor = Pick<Author, 'kind' | 'tokenId'>;

/** What somebody does that changes what headsets shall be. */
export type Act = {
  readonly by: Actor;
  readonly kind: string;
  readonly planId?: string | null;
  /** The change that it goes on with, of the same organisation. */
  readonly continues?: string | null;
  /** The change that it undoes. */
  readonly reverts?: string | null;
};

/** What the station does by itself. */
export const THE_STATION: Actor = { kind: 'station', tokenId: null };

/** The caller as an author. */
export function actorOf({ isSession, isRemote, tokenId }: Caller): Actor {
  if (isRemote) return { kind: 'remote', tokenId };
  return { kind: isSession ? 'session' : 'token', tokenId };
}

/** What a caller does. */
export function actOf(caller: Caller, kind: string): Act {
  return { by: actorOf(caller), kind };
}
