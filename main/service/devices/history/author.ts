import { type Author, authorSchema } from '../../../../shared/contract/devices/authors.ts';
import type { Tokens } from '../../access/index.ts';
import type { Actor } from './act.ts';

/** Returns the author with the current label of the token; a token that no longer exists has none. */
export type ToAuthor = (actor: Actor) => Author;

export function openAuthors(tokens: Pick<Tokens, 'labelOf'>): ToAuthor {
  return ({ kind, tokenId }) => ({
    kind,
    tokenId,
    label: tokenId === null ? null : tokens.labelOf(tokenId),
  });
}

/** Reads an actor from its columns. */
export function toActor(row: { readonly author_kind: string; readonly author_token: string | null }): Actor {
  return { kind: authorSchema.shape.kind.parse(row.author_kind), tokenId: row.author_token };
}
