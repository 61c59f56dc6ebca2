import { listTokens, type TokenInfo } from '../../../shared/contract/access/tokens.ts';
import { call } from '../../service/api.ts';
import { usePaged, type Paged } from '../../service/use-paged.ts';
import type { Query } from '../../service/use-query.ts';

/** A filter for tokens; an empty text matches all. */
export type TokenQuestion = {
  readonly search: string;
  readonly isLive: boolean;
  readonly owner: TokenOwners | null;
};

export const TOKEN_OWNERS = ['programs', 'headsets'] as const;
export type TokenOwners = (typeof TOKEN_OWNERS)[number];

/** Returns the matching tokens, newest first, as many pages as requested. */
export function useTokens({ search, isLive, owner }: TokenQuestion): {
  readonly query: Query<Paged<TokenInfo>>;
  readonly showMore: () => void;
} {
  const filter = {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isLive ? { live: 'true' } : {}),
    ...(owner === null ? {} : { owner }),
  };
  return usePaged(
    (query, signal) => call(listTokens, { query: { ...query, ...filter }, signal }),
    ({ id }) => id,
  );
}

/** Returns true while a token is valid. */
export function isLive({ expiresAt, revokedAt }: TokenInfo, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
