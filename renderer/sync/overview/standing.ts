import type { Sync, SyncDevice } from '../../../shared/contract/sync/sync.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';
import type { SyncMark } from '../../model/station/sync-facts.ts';

/** The sign of each state of sync. */
export const GLYPHS: Readonly<Record<Sync['state'], GlyphState>> = {
  off: 'waiting',
  paused: 'queued',
  offline: 'offline',
  connecting: 'applying',
  pulling: 'applying',
  pushing: 'applying',
  upToDate: 'ready',
  blocked: 'failed',
};

/** What the central does not know yet, as a person counts it: events go along by themselves, and a conflict is counted as one. */
export function changesOf({ waiting }: Pick<Sync, 'waiting'>): number {
  return waiting.desired + waiting.lifecycle - waiting.held;
}

/** True where both sides have the same and nobody has to do anything. */
export function isAlike(sync: Sync): boolean {
  const { state, waiting, stranded, conflicts, failures, unlinked } = sync;
  const open = changesOf(sync) + waiting.toRead + stranded.events + conflicts + failures + unlinked;
  return state === 'upToDate' && open === 0;
}

/** True while something is on its way. */
export function isBusy({ state }: Pick<Sync, 'state'>): boolean {
  return state === 'connecting' || state === 'pulling' || state === 'pushing';
}

/** What waits, in the order in which it goes up; `toRead` comes down. */
export const WAITING_KINDS = [
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
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** True for a headset of which something of this kind waits. */
export function waitsFor(device: SyncDevice, kind: WaitingKind): boolean {
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

/** How many headsets wait with each kind; kinds that nothing waits of are left out. */
export function waitingOf(
  apart: readonly SyncDevice[],
): readonly { readonly kind: WaitingKind; readonly count: number }[] {
  return WAITING_KINDS.flatMap((kind) => {
    const count = apart.filter((device) => waitsFor(device, kind)).length;
    return count === 0 ? [] : [{ kind, count }];
  });
}

/** What somebody has to know first of a headset. */
export function markOf(device: SyncDevice): SyncMark | null {
  if (device.gone !== null) return 'gone';
  if (device.failures.length > 0) return 'failed';
  if (device.conflicts > 0) return 'conflict';
  if (device.isAhead || device.lifecycle.length > 0) return 'ahead';
  return device.isBehind ? 'behind' : null;
}
