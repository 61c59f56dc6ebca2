import type { LibraryCoverage } from '../../../shared/contract/content/library-coverage.ts';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';

/** A headset and its state of an item. */
export type HolderHeadset = NonNullable<LibraryCoverage['headsets']>[number];

/** Returns the icon of a state. An offline headset that has nothing yet is away. */
export function glyphOfStatus(
  status: HolderHeadset['status'],
  headset: HeadsetState | undefined,
): GlyphState {
  switch (status) {
    case 'INSTALLED':
      return 'ready';
    case 'DOWNLOADING':
    case 'INSTALLING':
      return 'applying';
    case 'FAILED':
      return 'failed';
    case 'OUTDATED':
      return 'drifted';
    case 'REMOVING':
      return 'attention';
    case 'ASSIGNED':
      return headset === 'offline' ? 'offline' : 'queued';
  }
}

const URGENCY: Record<HolderHeadset['status'], number> = {
  FAILED: 0,
  DOWNLOADING: 1,
  INSTALLING: 1,
  OUTDATED: 2,
  REMOVING: 3,
  ASSIGNED: 4,
  INSTALLED: 5,
};

/** Sorts headsets that need attention first, then those in progress, in the order of the fleet. */
export function byUrgency(holders: readonly HolderHeadset[], order: readonly string[]): HolderHeadset[] {
  const place = new Map(order.map((id, index) => [id, index]));
  return holders.toSorted(
    (a, b) =>
      URGENCY[a.status] - URGENCY[b.status] ||
      (place.get(a.deviceId) ?? Infinity) - (place.get(b.deviceId) ?? Infinity),
  );
}
