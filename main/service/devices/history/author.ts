import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type Author, authorSchema } from '../../../../shared/contract/devices/authors.ts';
import type { Actor } from './act.ts';

const labelSchema = z.string().nullable().optional();

/** Returns the author with the present label of the token; a token that no longer exists has none. */
export type ToAuthor = (actor: Actor) => Author;

export function openAuthors(db: Database): ToAuthor {
  const select = db.prepare('SELECT label FROM token WHERE id = ?').pluck();
  return ({ kind, tokenId }) => ({
    kind,
    tokenId,
    label: tokenId === null ? null : (labelSchema.parse(select.get(tokenId)) ?? null),
  });
}

/** Reads an actor from its columns. */
export function toActor(row: { readonly author_kind: string; readonly author_token: string | null }): Actor {
  return { kind: authorSchema.shape.kind.parse(row.author_kind), tokenId: row.author_token };
}
