import { create } from 'zustand';

import type { Sync, SyncDevice } from '../../../shared/contract/sync/sync.ts';
import type { Refusal } from '../../service/api.ts';

/** Sync state of a headset, in the one word of a badge. */
export const SYNC_MARKS = ['failed', 'conflict', 'ahead', 'behind', 'gone'] as const;
export type SyncMark = (typeof SYNC_MARKS)[number];

/** Parts of sync outside of its own screens. Loaded together with the store, because most stations have no central. */
export type SyncViews = {
  /** The badge of a headset, with or without text. */
  readonly badge: (mark: SyncMark, hasWords: boolean) => React.JSX.Element;
  /** The line at the bottom of the side bar. */
  readonly status: React.JSX.Element;
  /** The count beside its entry in the side bar. */
  readonly count: React.JSX.Element;
};

/** The sync state as this window knows it. A station without a central loads nothing. */
export type SyncFacts = {
  readonly sync: Sync | null;
  /** When it was loaded, in ms since 1970 UTC by this computer. */
  readonly readAtMs: number | null;
  readonly refusal: Refusal | null;
  /** Headsets that are not in sync, by id. */
  readonly differing: readonly SyncDevice[];
  readonly marks: ReadonlyMap<string, SyncMark>;
  readonly views: SyncViews | null;
};

export const useSyncFacts = create<SyncFacts>(() => ({
  sync: null,
  readAtMs: null,
  refusal: null,
  differing: [],
  marks: new Map(),
  views: null,
}));
