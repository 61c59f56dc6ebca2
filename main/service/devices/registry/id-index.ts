import type { DeviceStore } from './store.ts';
import { byText } from '../../../../shared/domain/kernel/by-text.ts';

/** Devices to list: those of organisations, or only those in some of their carts. */
export type Listed = {
  readonly enterpriseIds: readonly string[];
  readonly carts: readonly string[] | null;
};

/**
 * The sorted ids of each organisation, in memory, so that page 1,000 costs no more than page 1, and the total is the
 * length of a list. 100,000 ids take about 8 MB. Read from the store when an organisation is first listed.
 */
export class IdIndex {
  readonly #store: Pick<DeviceStore, 'sortedIds' | 'idsInCarts'>;
  readonly #byEnterprise = new Map<string, string[]>();
  /** Merged lists for callers that reach several organisations; dropped at any change. */
  readonly #merged = new Map<string, string[]>();

  constructor(store: Pick<DeviceStore, 'sortedIds' | 'idsInCarts'>) {
    this.#store = store;
  }

  /** Returns a page of these ids, sorted, and their total. */
  page(listed: Listed, page: number, limit: number): { readonly ids: string[]; readonly total: number } {
    const all = this.#listed(listed);
    return { ids: all.slice((page - 1) * limit, page * limit), total: all.length };
  }

  /** Returns those of these ids that follow one, at most `limit`, and their total. */
  after(
    listed: Listed,
    id: string | undefined,
    limit: number,
  ): { readonly ids: string[]; readonly total: number } {
    const all = this.#listed(listed);
    const found = id === undefined ? 0 : position(all, id);
    const at = all[found] === id ? found + 1 : found;
    return { ids: all.slice(at, at + limit), total: all.length };
  }

  /** Returns all ids of an organisation, sorted. */
  all(enterpriseId: string): readonly string[] {
    return this.#sorted([enterpriseId]);
  }

  /** Adds a new device. Call it after the commit. */
  added(enterpriseId: string, id: string): void {
    this.#merged.clear();
    const ids = this.#byEnterprise.get(enterpriseId);
    if (ids === undefined) return;
    const at = position(ids, id);
    if (ids[at] !== id) ids.splice(at, 0, id);
  }

  /** Removes a deleted device. Call it after the commit. */
  removed(enterpriseId: string, id: string): void {
    this.#merged.clear();
    const ids = this.#byEnterprise.get(enterpriseId);
    if (ids === undefined) return;
    const at = position(ids, id);
    if (ids[at] === id) ids.splice(at, 1);
  }

  #listed({ enterpriseIds, carts }: Listed): readonly string[] {
    return carts === null ? this.#sorted(enterpriseIds) : this.#store.idsInCarts(enterpriseIds, carts);
  }

  #sorted(enterpriseIds: readonly string[]): readonly string[] {
    const [first, ...others] = enterpriseIds;
    if (first === undefined) return [];
    if (others.length === 0) return this.#ofOne(first);
    const key = enterpriseIds.toSorted(byText).join(' ');
    const known = this.#merged.get(key);
    if (known !== undefined) return known;
    const merged = enterpriseIds.flatMap((id) => this.#ofOne(id)).sort(byText);
    this.#merged.set(key, merged);
    return merged;
  }

  #ofOne(enterpriseId: string): string[] {
    const known = this.#byEnterprise.get(enterpriseId);
    if (known !== undefined) return known;
    const ids = this.#store.sortedIds(enterpriseId);
    this.#byEnterprise.set(enterpriseId, ids);
    return ids;
  }
}

/** Returns the index of `id`, present or not. */
function position(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
