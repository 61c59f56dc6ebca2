import type { z } from 'zod';

import type { setUpstream, Sync } from '../../../shared/contract/sync/sync.ts';

/** What the form of the connection holds. An empty token keeps the one that the station has. */
export type ConnectionDraft = {
  readonly url: string;
  readonly token: string;
  readonly enterpriseId: string;
  readonly part: 'all' | 'group' | 'names';
  readonly group: string;
  readonly pattern: string;
  readonly startsOver: boolean;
};

/** The form as it opens. */
export function draftOf({ upstream }: Pick<Sync, 'upstream'>): ConnectionDraft {
  const part = upstream?.part ?? null;
  return {
    url: upstream?.url ?? '',
    token: '',
    enterpriseId: '',
    part: part?.group !== undefined ? 'group' : part?.namePattern !== undefined ? 'names' : 'all',
    group: part?.group ?? '',
    pattern: part?.namePattern ?? '',
    startsOver: false,
  };
}

/** The address as people type it: without a scheme it is the safe one. */
export function addressOf(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** True where the token that the station has may go: to no other origin than the one it was given for. */
export function keepsToken({ url }: ConnectionDraft, { upstream }: Pick<Sync, 'upstream'>): boolean {
  if (upstream === null) return false;
  const typed = URL.parse(addressOf(url));
  return typed !== null && typed.origin === URL.parse(upstream.url)?.origin;
}

/** What the form still lacks. */
export function missingIn(
  draft: ConnectionDraft,
  sync: Pick<Sync, 'upstream'>,
): readonly (keyof ConnectionDraft)[] {
  return [
    ...(draft.url.trim() === '' ? (['url'] as const) : []),
    ...(draft.token.trim() === '' && !keepsToken(draft, sync) ? (['token'] as const) : []),
    ...(draft.part === 'group' && draft.group.trim() === '' ? (['group'] as const) : []),
    ...(draft.part === 'names' && draft.pattern.trim() === '' ? (['pattern'] as const) : []),
  ];
}

/** What is sent for it. */
export function bodyOf(draft: ConnectionDraft): z.input<typeof setUpstream.body> {
  const { token, enterpriseId, part } = draft;
  return {
    url: addressOf(draft.url),
    ...(token.trim() === '' ? {} : { token: token.trim() }),
    ...(enterpriseId.trim() === '' ? {} : { enterpriseId: enterpriseId.trim() }),
    part:
      part === 'group'
        ? { group: draft.group.trim() }
        : part === 'names'
          ? { namePattern: draft.pattern.trim() }
          : null,
    startsOver: draft.startsOver,
  };
}
