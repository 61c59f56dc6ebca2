import { create } from 'zustand';

import { createCodes } from '../../../shared/contract/operations/station.ts';
import type { SlotCode } from '../../../shared/contract/operations/station.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** How long a code lives, in ms. Source: design.md section 4. */
export const CODE_LIFETIME_MS = 15 * 60_000;
/** After a refusal the station is left alone for this long, in ms. */
const RETRY_AFTER_MS = 3_000;

/** What the station said about the code of one place. `expiresAtMs` is by the station's clock. */
export type KnownCode =
  | { readonly kind: 'live'; readonly code: number; readonly expiresAtMs: number }
  | { readonly kind: 'none'; readonly reason: 'taken' | 'gone' };

/** The codes this window knows. They live in memory only. */
export type CodeBook = {
  readonly byId: Readonly<Record<string, KnownCode>>;
  readonly asking: ReadonlySet<string>;
  readonly refusal: Refusal | null;
  /** When the station was last refused or out of reach, by this computer's clock; null after an answer. */
  readonly refusedAtMs: number | null;
};

const emptyBook: CodeBook = { byId: {}, asking: new Set(), refusal: null, refusedAtMs: null };

/** The one book of this window, shared by the desk, the full screen and the labels. */
export const useCodeBook = create<CodeBook>(() => emptyBook);

/** Forgets every code, because the station has voided them all. */
export function forgetCodes(): void {
  if (Object.keys(useCodeBook.getState().byId).length > 0) useCodeBook.setState({ byId: {} });
}

/** Which of `ids` have no code that is live at `nowMs` and may be asked for now. */
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

/** Asks the station for codes and enters them in the book. With `renew` the old codes become void. Never throws. */
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
