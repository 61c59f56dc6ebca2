import type { z } from 'zod';

import type { setUpstream } from '../../../../shared/contract/sync/upstream.ts';
import { Failure } from '../../kernel/failure.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { forEachLinked } from '../runs/each-linked.ts';
import { recountEvents } from '../reported/count-events.ts';
import type { SyncParts } from '../records/parts.ts';

const LINKS_ON_PAGE = 500;

type Body = z.output<typeof setUpstream.body>;

/** The central to sync with. */
export type UpstreamInput = Pick<Body, 'enterpriseId' | 'part' | 'startsOver'> & {
  readonly url: string;
  readonly token: string | undefined;
  /** True for a partner, which may have got events of this station before. */
  readonly isPartner?: boolean;
};

/** Normalises the URL of a central, without a trailing slash. Fails if it cannot be one. */
export function readAddress(text: string, ownUrls: readonly string[]): string | Failure<'VALIDATION_FAILED'> {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return wrong('url', 'Must be an http or https address');
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== ''))
    return wrong('url', 'Must be without a password, query or fragment');
  if (ownUrls.some((own) => URL.parse(own)?.origin === url.origin))
    return wrong('url', 'This is the station itself');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function wrong(path: string, message: string): Failure<'VALIDATION_FAILED'> {
  return new Failure('VALIDATION_FAILED', `${message}.`, { details: [{ path, message }] });
}

/**
 * Stores the central to sync with. A token is only sent to the origin that it was entered for. Links to the central are
 * kept, unless `startsOver`. `also` runs in the same transaction.
 */
export async function saveUpstream(
  parts: SyncParts,
  input: UpstreamInput,
  also: (afterCommit: AfterCommit) => void = () => undefined,
): Promise<Failure<'VALIDATION_FAILED'> | undefined> {
  const { records, stores } = parts;
  const { vault, writer } = records.core;
  const before = stores.upstream.get();
  const isSameOrigin = before !== undefined && new URL(before.url).origin === new URL(input.url).origin;
  if (input.token === undefined && !isSameOrigin) return wrong('token', 'Enter a token for this central');
  const token = input.token === undefined ? (before?.token ?? '') : vault.seal(input.token);
  const scanned = before === undefined ? await recountAll(parts) : undefined;
  await writer.run((afterCommit) => {
    if (input.startsOver) removeLinks(parts);
    if (input.startsOver && input.isPartner !== true) stores.links.clearReportedSlots();
    const known = input.startsOver ? null : (before?.part ?? null);
    const part = input.part === undefined ? known : input.part;
    stores.upstream.put(input.url, token, part);
    stores.trouble.releaseUnselected();
    stores.upstream.set({
      sweptAtMs: null,
      ...(scanned === undefined ? {} : { eventsScanned: scanned }),
      ...(input.enterpriseId === undefined ? {} : { enterpriseId: input.enterpriseId }),
      ...(input.startsOver
        ? { enterpriseId: input.enterpriseId ?? null, pulledAtMs: null, lastContactMs: null, epoch: null }
        : {}),
    });
    also(afterCommit);
  });
  return undefined;
}

/**
 * Removes all links and the pending changes. Slots keep the ids of their records there, which may have events.
 * Run it in a transaction.
 */
export function removeLinks({ stores }: Pick<SyncParts, 'stores'>): void {
  const { links, outbox, conflicts, trouble } = stores;
  for (let after = 0; ;) {
    const page = links.page(after, LINKS_ON_PAGE);
    for (const { deviceKey, deviceId, upstreamId, gone } of page)
      if (gone === null && deviceId !== null && upstreamId !== null && upstreamId !== deviceId)
        links.noteReportedTo(deviceKey, upstreamId);
    if (page.length < LINKS_ON_PAGE) break;
    after = page.at(-1)?.deviceKey ?? after;
  }
  links.removeAll();
  links.removeAllBases();
  outbox.removeAll();
  conflicts.removeAll();
  trouble.clearAll();
  trouble.clearQuarantine();
}

/** Counts the pending events of devices that are still linked. Returns the event key up to which it counted. */
async function recountAll(parts: SyncParts): Promise<number> {
  const upTo = parts.records.events.newestKey();
  await forEachLinked(parts, (key) => recountEvents(parts, key, upTo));
  return upTo;
}
