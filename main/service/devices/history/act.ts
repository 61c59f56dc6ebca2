import type { Author } from '../../../../shared/contract/devices/authors.ts';
import type { ChangeKind } from '../../../../shared/contract/devices/change-kinds.ts';
import type { Caller } from '../../kernel/http/caller.ts';

/** The author of an action, as stored. */
export type Actor = Pick<Author, 'kind' | 'tokenId'>;

/** An action that changes the desired state of headsets. */
export type Act = {
  readonly by: Actor;
  readonly kind: ChangeKind;
  readonly planId?: string | null;
  /** The change that it continues, of the same organisation. */
  readonly continues?: string | null;
  /** The change that it undoes. */
  readonly reverts?: string | null;
};

/** The author of the station's own actions. */
export const THE_STATION: Actor = { kind: 'station', tokenId: null };

/** Returns the caller as an author. */
export function actorOf({ isSession, isRemote, tokenId }: Caller): Actor {
  if (isRemote) return { kind: 'remote', tokenId };
  return { kind: isSession ? 'session' : 'token', tokenId };
}

/** Returns the action of a caller. */
export function actOf(caller: Caller, kind: ChangeKind): Act {
  return { by: actorOf(caller), kind };
}
