import { create } from 'zustand';

import { createCodes } from '../../../shared/contract/operations/station.ts';
import type { SlotCode } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** How long a code is valid, in ms. Source: design.md section 4. */
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
  readonly asking: ReadonlySet<string>;
  readonly refusal: Refusal | null;
  /** When the station last refused or was offline, by this computer's clock; null after an answer. */
  readonly refusedAtMs: number | null;
};

const emptyBook: CodeBook = { byId: {}, asking: new Set(), refusal: null, refusedAtMs: null };

/** The codes of this window, shared by desk, full screen and labels. */
export const useCodeBook = create<CodeBook>(() => emptyBook);

/** Drops every code, because the station has voided them all. */
export function forgetCodes(): void {
  if (Object.keys(useCodeBook.getState().byId).length > 0) useCodeBook.setState({ byId: {} });
}

/** Returns those of `ids` that have no live code at `nowMs` and may be requested now. */
export function idsToAsk(
  book: CodeBook,
  ids: readonly string[],
  clock: { readonly stationMs: number; readonly localMs: number },
): readonly string[] {
  if (book.refusedAtMs !== null && clock.localMs - book.refusedAtMs < RETRY_AFTER_MS) return [];
  return ids.filter((id) => {
    const known = book.byId[id];
    if (book.asking.has(id)) return false;
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
export async function askCodes(ids: readonly string[], renew: boolean): Promise<void> {
  if (ids.length === 0) return;
  useCodeBook.setState((book) => ({ asking: new Set([...book.asking, ...ids]) }));
  const outcome = await call(createCodes, { body: { devicesId: [...ids], renew } });
  const answered = new Set(ids);
  useCodeBook.setState((book) => {
    const asking = new Set([...book.asking].filter((id) => !answered.has(id)));
    if (isRefused(outcome)) return { asking, refusal: outcome, refusedAtMs: Date.now() };
    const fresh = Object.fromEntries(outcome.reply.map((entry) => [entry.id, known(entry)]));
    return { asking, byId: { ...book.byId, ...fresh }, refusal: null, refusedAtMs: null };
  });
}
