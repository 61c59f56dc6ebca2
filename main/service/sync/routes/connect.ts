import type { z } from 'zod';

import type { setUpstream } from '../../../../shared/contract/sync/sync.ts';
import { Failure } from '../../kernel/failure.ts';
import { forEachLinked } from '../engine/each-linked.ts';
import type { SyncParts } from '../engine/parts.ts';

type Body = z.output<typeof setUpstream.body>;

/** The central that is to be synced with. */
export type Wanted = Pick<Body, 'enterpriseId' | 'part' | 'startsOver'> & {
  readonly url: string;
  readonly token: string | undefined;
};

/** An address as it is kept, without a slash at the end; or why it cannot be one of a central. */
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
 * Keeps whom to sync with. A token is sent to no other origin than the one it was given for. What ties the devices to
 * those of the central stays, unless it is to start over.
 */
export async function keepUpstream(
  parts: SyncParts,
  wanted: Wanted,
): Promise<Failure<'VALIDATION_FAILED'> | undefined> {
  const { records, stores } = parts;
  const { vault, writer } = records.core;
  const before = stores.upstream.get();
  const isSameOrigin = before !== undefined && new URL(before.url).origin === new URL(wanted.url).origin;
  if (wanted.token === undefined && !isSameOrigin)
    return wrong('token', 'A token for this central is needed');
  const token = wanted.token === undefined ? (before?.token ?? '') : vault.seal(wanted.token);
  const scanned = before === undefined ? await recountEvents(parts) : undefined;
  await writer.run(() => {
    if (wanted.startsOver) forgetLinks(parts);
    const known = wanted.startsOver ? null : (before?.part ?? null);
    const part = wanted.part === undefined ? known : wanted.part;
    stores.upstream.put(wanted.url, token, part);
    stores.trouble.forgetChoice();
    stores.upstream.set({
      sweptAtMs: null,
      ...(scanned === undefined ? {} : { eventsScanned: scanned }),
      ...(wanted.enterpriseId === undefined ? {} : { enterpriseId: wanted.enterpriseId }),
      ...(wanted.startsOver
        ? { enterpriseId: wanted.enterpriseId ?? null, pulledAtMs: null, lastContactMs: null, epoch: null }
        : {}),
    });
  });
  return undefined;
}

function forgetLinks({ stores }: SyncParts): void {
  const { links, outbox, conflicts, trouble } = stores;
  links.removeAll();
  links.removeAllBases();
  links.forgetToldSlots();
  outbox.removeAll();
  conflicts.removeAll();
  trouble.clearAll();
  trouble.takeAllBack();
}

/** Counts what devices that are linked from before have to tell, up to the key that it answers. */
async function recountEvents(parts: SyncParts): Promise<number> {
  const { records, stores } = parts;
  const upTo = records.events.newestKey();
  await forEachLinked(parts, (key) => {
    const through = stores.links.find(key)?.eventsThrough ?? 0;
    const eventsWaiting = records.events.countUpTo(key, upTo) - records.events.countUpTo(key, through);
    stores.links.set(key, { eventsWaiting });
  });
  return upTo;
}
