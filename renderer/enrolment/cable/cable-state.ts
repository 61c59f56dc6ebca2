import type { CableHeadset, CableView } from '../../../shared/contract/enrolment/cable.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';
import type { Sound } from '../desk/sounds.ts';

/** How a state is drawn, and how loud it is: `bad` and `warn` wait for somebody. */
export type PortLook = { readonly glyph: GlyphState; readonly tone: 'plain' | 'move' | 'warn' | 'bad' };

const LOOKS: Readonly<Record<CableHeadset['state'], PortLook>> = {
  connecting: { glyph: 'applying', tone: 'move' },
  debuggingOff: { glyph: 'attention', tone: 'warn' },
  unauthorized: { glyph: 'attention', tone: 'warn' },
  offline: { glyph: 'attention', tone: 'warn' },
  noPermission: { glyph: 'failed', tone: 'bad' },
  mode: { glyph: 'attention', tone: 'warn' },
  free: { glyph: 'waiting', tone: 'plain' },
  known: { glyph: 'ready', tone: 'plain' },
  queued: { glyph: 'queued', tone: 'plain' },
  running: { glyph: 'applying', tone: 'move' },
  failed: { glyph: 'failed', tone: 'bad' },
  unplugged: { glyph: 'attention', tone: 'warn' },
  enrolled: { glyph: 'enrolled', tone: 'move' },
  ready: { glyph: 'ready', tone: 'plain' },
};

export function lookOf({ state }: Pick<CableHeadset, 'state'>): PortLook {
  return LOOKS[state];
}

/** True where somebody has to do something. */
export function needsAttention(headset: CableHeadset): boolean {
  const { tone } = lookOf(headset);
  return tone === 'warn' || tone === 'bad';
}

/** Every headset of a view, plugged in or away. */
export function headsetsOf({ hubs, away }: CableView): CableHeadset[] {
  return [...hubs.flatMap(({ ports }) => ports.flatMap(({ headset }) => headset ?? [])), ...away];
}

/** What is to be heard of a change: a headset to put on, one that is ready, one that failed. */
export function soundsBetween(before: CableView, after: CableView): Sound[] {
  const states = new Map(headsetsOf(before).map(({ serial, state }) => [serial, state]));
  return headsetsOf(after).flatMap(({ serial, state }): Sound[] => {
    const was = states.get(serial);
    if (was === state) return [];
    if (state === 'unauthorized') return ['putOn'];
    if (state === 'failed') return ['failed'];
    return state === 'ready' && was !== undefined ? ['ready'] : [];
  });
}
