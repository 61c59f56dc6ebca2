import type { z } from 'zod';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import type { setUpstream } from '../../../shared/contract/sync/upstream.ts';

/** The values of the connection form. An empty token keeps the stored one. */
export type ConnectionDraft = {
  readonly url: string;
  readonly token: string;
  readonly enterpriseId: string;
  readonly part: 'all' | 'group' | 'names';
  readonly group: string;
  readonly pattern: string;
  readonly startsOver: boolean;
};

/** Returns the initial values of the form. */
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

/** Completes a URL that was typed without a scheme: with https. */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** True if the stored token may be used, because the origin is the same. */
export function keepsToken({ url }: ConnectionDraft, { upstream }: Pick<Sync, 'upstream'>): boolean {
  if (upstream === null) return false;
  const typed = URL.parse(completeUrl(url));
  return typed !== null && typed.origin === URL.parse(upstream.url)?.origin;
}

/** Returns the required fields that are empty. */
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

/** Returns the request body for the form. */
export function bodyOf(draft: ConnectionDraft): z.input<typeof setUpstream.body> {
  const { token, enterpriseId, part } = draft;
  return {
    url: completeUrl(draft.url),
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
