import { create } from 'zustand';

import { createCodes, type SlotCode } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** How long a code is valid, in ms. */
export const CODE_LIFETIME_MS = 15 * 60_000;
/** Pause after a refusal of the station, in ms. */
const RETRY_AFTER_MS = 3_000;

/** The station's answer about the code of a slot. `expiresAtMs` is by the station's clock. */
export type KnownCode =
  | { readonly kind: 'live'; readonly code: number; readonly expiresAtMs: number }
  | { readonly kind: 'none'; readonly reason: 'taken' | 'gone' };

/** The codes in this window, in memory only. */
export type CodeBook = {
  readonly byId: Readonly<Record<string, KnownCode>>;
  readonly requested: ReadonlySet<string>;
  readonly refusal: Refusal | null;
  /** When the station last refused or was offline, by this computer's clock; null after an answer. */
  readonly refusedAtMs: number | null;
};

const emptyBook: CodeBook = { byId: {}, requested: new Set(), refusal: null, refusedAtMs: null };

/** The codes of this window, shared by desk, full screen and labels. */
export const useCodeBook = create<CodeBook>(() => emptyBook);

/** Drops every code, because the station has voided them all. */
export function clearCodes(): void {
  if (Object.keys(useCodeBook.getState().byId).length > 0) useCodeBook.setState({ byId: {} });
}

/** Returns those of `ids` that have no live code at `nowMs` and may be requested now. */
export function idsWithoutCode(
  book: CodeBook,
  ids: readonly string[],
  clock: { readonly stationMs: number; readonly localMs: number },
): readonly string[] {
  if (book.refusedAtMs !== null && clock.localMs - book.refusedAtMs < RETRY_AFTER_MS) return [];
  return ids.filter((id) => {
    const known = book.byId[id];
    if (book.requested.has(id)) return false;
    return known === undefined || (known.kind === 'live' && known.expiresAtMs <= clock.stationMs);
  });
}

function known(entry: SlotCode): KnownCode {
  if (entry.code !== undefined && entry.expiresAt !== undefined) {
    return { kind: 'live', code: entry.code, expiresAtMs: Date.parse(entry.expiresAt) };
  }
  return { kind: 'none', reason: entry.error?.code === 'DEVICE_ALREADY_ENROLLED' ? 'taken' : 'gone' };
}

/** Requests codes and stores them. With `renew` the old codes become void. Never throws. */
export async function requestCodes(ids: readonly string[], renew: boolean): Promise<void> {
  if (ids.length === 0) return;
  useCodeBook.setState((book) => ({ requested: new Set([...book.requested, ...ids]) }));
  const outcome = await call(createCodes, { body: { devicesId: [...ids], renew } });
  const answered = new Set(ids);
  useCodeBook.setState((book) => {
    const requested = new Set([...book.requested].filter((id) => !answered.has(id)));
    if (isRefused(outcome)) return { requested, refusal: outcome, refusedAtMs: Date.now() };
    const fresh = Object.fromEntries(outcome.reply.map((entry) => [entry.id, known(entry)]));
    return { requested, byId: { ...book.byId, ...fresh }, refusal: null, refusedAtMs: null };
  });
}
