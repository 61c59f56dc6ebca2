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

/** Replaces the two columns of an actor in a row by the actor. */
export function withAuthor<Row extends { readonly authorKind: string; readonly authorToken: string | null }>({
  authorKind,
  authorToken,
  ...row
}: Row) {
  return { ...row, author: { kind: authorSchema.shape.kind.parse(authorKind), tokenId: authorToken } };
}
