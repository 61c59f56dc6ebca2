import type { Sync, SyncDevice } from '../../../shared/contract/sync/sync.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';
import type { SyncMark } from '../../model/station/sync-facts.ts';

/** Returns the icon of the sync: a check mark only if nothing is pending and nobody has anything to do. */
export function glyphOf(sync: Sync): GlyphState {
  const { state, conflicts, failures, stranded, unlinked } = sync;
  if (state !== 'upToDate' || isInSync(sync)) return GLYPHS[state];
  return conflicts + failures + stranded.events + unlinked > 0 ? 'attention' : 'queued';
}

/** Icon of each sync state. */
const GLYPHS: Readonly<Record<Sync['state'], GlyphState>> = {
  off: 'waiting',
  paused: 'queued',
  offline: 'offline',
  connecting: 'applying',
  pulling: 'applying',
  pushing: 'applying',
  upToDate: 'ready',
  blocked: 'failed',
};

/**
 * Counts the changes that the central has not received. Events are not counted, and neither are changes that wait for a
 * conflict.
 */
export function changesOf({ waiting }: Pick<Sync, 'waiting'>): number {
  return waiting.desired + waiting.lifecycle - waiting.held;
}

/** True if both sides are the same and nobody has anything to do. */
export function isInSync(sync: Sync): boolean {
  const { state, conflicts, unlinked } = sync;
  return state === 'upToDate' && changesOf(sync) + conflicts + unlinked === 0 && hasArrived(sync);
}

/** True if no report or record is pending and nothing was rejected; other differences need a person's decision. */
export function hasArrived({ waiting, stranded, failures }: Sync): boolean {
  return waiting.toRead + waiting.events + stranded.events + failures === 0;
}

/** True during a run. */
export function isBusy({ state }: Pick<Sync, 'state'>): boolean {
  return state === 'connecting' || state === 'pulling' || state === 'pushing';
}

/** Kinds of pending changes in the order in which they are uploaded; `toRead` is downloaded. */
export const PENDING_KINDS = [
  'enrol',
  'unenrol',
  'replace',
  'delete',
  'settings',
  'label',
  'license',
  'metadata',
  'toRead',
] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

/** True if a pending change of this kind exists for the headset. */
export function isPendingFor(device: SyncDevice, kind: PendingKind): boolean {
  switch (kind) {
    case 'enrol':
    case 'unenrol':
    case 'replace':
    case 'delete':
      return device.lifecycle.includes(kind);
    case 'settings':
    case 'label':
    case 'license':
    case 'metadata':
      return device.wants.includes(kind);
    case 'toRead':
      return device.gone === null && device.isBehind;
  }
}

/** Counts the headsets with pending changes of each kind; kinds without any are omitted. */
export function pendingCounts(
  differing: readonly SyncDevice[],
): readonly { readonly kind: PendingKind; readonly count: number }[] {
  return PENDING_KINDS.flatMap((kind) => {
    const count = differing.filter((device) => isPendingFor(device, kind)).length;
    return count === 0 ? [] : [{ kind, count }];
  });
}

/** Returns the most important sync mark of a headset. */
export function markOf(device: SyncDevice): SyncMark | null {
  if (device.gone !== null) return 'gone';
  if (device.failures.length > 0) return 'failed';
  if (device.conflicts > 0) return 'conflict';
  if (device.isAhead || device.lifecycle.length > 0) return 'ahead';
  return device.isBehind ? 'behind' : null;
}
