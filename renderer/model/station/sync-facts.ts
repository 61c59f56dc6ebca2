import { create } from 'zustand';

import type { Sync, SyncDevice } from '../../../shared/contract/sync/sync.ts';
import type { Refusal } from '../../service/api.ts';

/** How a headset stands against the central, in the one word that a badge has room for. */
export const SYNC_MARKS = ['failed', 'conflict', 'ahead', 'behind', 'gone'] as const;
export type SyncMark = (typeof SYNC_MARKS)[number];

/** What is drawn of sync outside of its own screens. Loaded with what fills the store: most stations have no central. */
export type SyncViews = {
  /** The badge of a headset, with or without its words. */
  readonly badge: (mark: SyncMark, hasWords: boolean) => React.JSX.Element;
  /** The line at the foot of the side. */
  readonly standing: React.JSX.Element;
  /** The count beside its entry in the side. */
  readonly count: React.JSX.Element;
};

/** What the window knows of sync. A station without a central leaves it as it is here, and loads nothing. */
export type SyncFacts = {
  readonly sync: Sync | null;
  /** When that was read, in ms since 1970 UTC by this computer. */
  readonly readAtMs: number | null;
  readonly refusal: Refusal | null;
  /** Headsets that are not the same on both sides, by their ids. */
  readonly apart: readonly SyncDevice[];
  readonly marks: ReadonlyMap<string, SyncMark>;
  readonly views: SyncViews | null;
};

export const useSyncFacts = create<SyncFacts>(() => ({
  sync: null,
  readAtMs: null,
  refusal: null,
  apart: [],
  marks: new Map(),
  views: null,
}));
