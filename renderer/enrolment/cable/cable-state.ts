import type { CableHeadset, CableView } from '../../../shared/contract/enrolment/cable.ts';
import type { GlyphState } from '../../ui/headset/state-glyph.tsx';
import type { Sound } from '../frame/sounds.ts';

/** The icon and urgency of a state: `bad` and `warn` need attention. */
export type PortStyle = {
  readonly glyph: GlyphState;
  readonly tone: 'plain' | 'move' | 'warn' | 'bad' | 'done';
};

const STYLES: Readonly<Record<CableHeadset['state'], PortStyle>> = {
  connecting: { glyph: 'applying', tone: 'move' },
  debuggingOff: { glyph: 'attention', tone: 'warn' },
  unauthorized: { glyph: 'attention', tone: 'warn' },
  revoked: { glyph: 'attention', tone: 'warn' },
  offline: { glyph: 'attention', tone: 'warn' },
  noPermission: { glyph: 'failed', tone: 'bad' },
  mode: { glyph: 'attention', tone: 'warn' },
  free: { glyph: 'waiting', tone: 'plain' },
  known: { glyph: 'ready', tone: 'plain' },
  changed: { glyph: 'attention', tone: 'warn' },
  queued: { glyph: 'queued', tone: 'plain' },
  running: { glyph: 'applying', tone: 'move' },
  failed: { glyph: 'failed', tone: 'bad' },
  unplugged: { glyph: 'attention', tone: 'warn' },
  enrolled: { glyph: 'enrolled', tone: 'move' },
  ready: { glyph: 'ready', tone: 'done' },
};

export function styleOf({ state }: Pick<CableHeadset, 'state'>): PortStyle {
  return STYLES[state];
}

/** Returns true if the headset needs attention. */
export function needsAttention(headset: CableHeadset): boolean {
  const { tone } = styleOf(headset);
  return tone === 'warn' || tone === 'bad';
}

/** The connected headsets, with the number of the port. */
export function portsOf({ hubs }: CableView): { readonly number: number; readonly headset: CableHeadset }[] {
  return hubs.flatMap(({ ports }) =>
    ports.flatMap(({ number, headset }) => (headset === null ? [] : [{ number, headset }])),
  );
}

/** Returns every headset of a view, connected or not. */
export function headsetsOf(view: CableView): CableHeadset[] {
  return [...portsOf(view).map(({ headset }) => headset), ...view.away];
}

/** The sound for a change: a headset to put on, a failed one, a ready one, or the last ready one. */
export function soundsBetween(before: CableView, after: CableView): Sound[] {
  const states = new Map(headsetsOf(before).map(({ serial, state }) => [serial, state]));
  const headsets = headsetsOf(after);
  const isAllReady = headsets.every(({ state }) => state === 'ready' || state === 'known');
  return headsets.flatMap(({ serial, state }): Sound[] => {
    const was = states.get(serial);
    if (was === state) return [];
    if (state === 'unauthorized') return ['putOn'];
    if (state === 'failed') return ['failed'];
    if (state !== 'ready' || was === undefined) return [];
    return [isAllReady ? 'complete' : 'ready'];
  });
}
