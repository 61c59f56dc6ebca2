import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { LOW_BATTERY_PERCENT } from '../../../shared/domain/devices/headset-limits.ts';
import { usedShare } from '../../../shared/domain/devices/headset-state.ts';
import { SYNC_MARKS, type SyncMark } from '../station/sync-facts.ts';

/** Ranges of the battery, from low to long-lasting. */
export const BATTERY_RANGES = ['low', 'half', 'good', 'unknown'] as const;
export const STORAGE_RANGES = ['full', 'tight', 'roomy', 'unknown'] as const;

/** Filters of the fleet besides state and text; all of them are in the URL. Null: any. */
export type Facets = {
  readonly model: string | null;
  readonly battery: (typeof BATTERY_RANGES)[number] | null;
  readonly storage: (typeof STORAGE_RANGES)[number] | null;
  /** Digest of an item of the library. */
  readonly content: string | null;
  readonly group: string | null;
  /** The headsets behind a figure of the statistics: the query, and its text under `say`. */
  readonly behind: string | null;
  readonly sync: SyncMark | null;
};

/** Names of the facets in the URL. */
export const FACETS = [
  'model',
  'battery',
  'storage',
  'content',
  'group',
  'behind',
  'sync',
] as const satisfies readonly (keyof Facets)[];

/** No filters. */
export const NO_FACETS: Facets = {
  model: null,
  battery: null,
  storage: null,
  content: null,
  group: null,
  behind: null,
  sync: null,
};

/** Above this charge a battery lasts for a lesson, in percent. */
const GOOD_BATTERY_PERCENT = 50;
/** Above this share in use, storage is nearly full. */
const TIGHT_SHARE = 0.8;
const FULL_SHARE = 0.9;

/** Returns the facets of a URL; invalid ones are skipped. */
export function parseFacets(params: URLSearchParams): Facets {
  return {
    model: params.get('model'),
    battery: BATTERY_RANGES.find((range) => range === params.get('battery')) ?? null,
    storage: STORAGE_RANGES.find((range) => range === params.get('storage')) ?? null,
    content: params.get('content'),
    group: params.get('group'),
    behind: params.get('behind'),
    sync: SYNC_MARKS.find((mark) => mark === params.get('sync')) ?? null,
  };
}

/** Ids that match facets which the station evaluates. */
export type FacetSets = {
  /** Null while loading: then nothing is hidden yet. */
  readonly content: ReadonlySet<string> | null;
  readonly group: ReadonlySet<string> | null;
  readonly behind: ReadonlySet<string> | null;
  readonly sync: ReadonlyMap<string, SyncMark>;
};

/** Returns true if a headset matches every facet. */
export function passes(headset: Headset, facets: Facets, sets: FacetSets): boolean {
  return (
    (facets.model === null || (headset.model ?? '') === facets.model) &&
    (facets.battery === null || batteryRange(headset) === facets.battery) &&
    (facets.storage === null || storageRange(headset) === facets.storage) &&
    (facets.content === null || sets.content === null || sets.content.has(headset.id)) &&
    (facets.group === null || sets.group === null || sets.group.has(headset.id)) &&
    (facets.behind === null || sets.behind === null || sets.behind.has(headset.id)) &&
    (facets.sync === null || sets.sync.get(headset.id) === facets.sync)
  );
}

/** Returns the battery range of a headset. */
export function batteryRange({ battery }: Pick<Headset, 'battery'>): (typeof BATTERY_RANGES)[number] {
  const level = battery?.level ?? null;
  if (level === null) return 'unknown';
  if (level <= LOW_BATTERY_PERCENT) return 'low';
  return level < GOOD_BATTERY_PERCENT ? 'half' : 'good';
}

/** Returns the storage range of a headset. */
export function storageRange({ storage }: Pick<Headset, 'storage'>): (typeof STORAGE_RANGES)[number] {
  const used = usedShare(storage);
  if (used === null) return 'unknown';
  if (used >= FULL_SHARE) return 'full';
  return used >= TIGHT_SHARE ? 'tight' : 'roomy';
}

/** Returns the number of active facets. */
export function countOfFacets(facets: Facets): number {
  return FACETS.filter((name) => facets[name] !== null).length;
}
