import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';

/** The filters of Fleet, in the order of their chips. */
export const FILTERS = ['ready', 'applying', 'needsYou', 'offline', 'waiting', 'enrolled'] as const;
export type Filter = (typeof FILTERS)[number];

/** Returns the filter of a state; null for archived, which is never shown. */
export function filterOf(state: HeadsetState): Filter | null {
  switch (state) {
    case 'failed':
    case 'attention':
    case 'drifted':
    case 'lowBattery':
      return 'needsYou';
    case 'inUse':
    case 'ready':
      return 'ready';
    case 'queued':
    case 'applying':
      return 'applying';
    case 'waiting':
    case 'enrolled':
    case 'offline':
      return state;
    case 'archived':
      return null;
  }
}

/** Returns true if every word of `text` is in the name, model or id of the headset, without regard to case. */
export function matches(headset: Headset | undefined, text: string): boolean {
  if (headset === undefined) return false;
  const haystack = [headset.label, headset.model, headset.androidId].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

/** Returns the filter in a URL; null for none or an unknown one. */
export function parseFilter(text: string | null): Filter | null {
  return FILTERS.find((filter) => filter === text) ?? null;
}
