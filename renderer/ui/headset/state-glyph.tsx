import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';

/** A state, or the mark of the next slot on the code desk. */
export type GlyphState = HeadsetState | 'next';

const ring = { cx: 8, cy: 8, r: 6.1, fill: 'none', stroke: 'currentColor' };
const cut = { className: 'c', fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const SHAPES: Record<GlyphState, React.JSX.Element> = {
  waiting: <circle {...ring} strokeWidth="1.8" strokeDasharray="2.4 2.4" />,
  enrolled: (
    <>
      <circle {...ring} strokeWidth="1.8" />
      <circle cx="8" cy="8" r="2.8" fill="currentColor" />
    </>
  ),
  applying: (
    <>
      <circle {...ring} strokeWidth="1.8" opacity=".28" />
      <path
        d="M8 1.9a6.1 6.1 0 1 1-5.8 4.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </>
  ),
  queued: (
    <>
      <circle {...ring} strokeWidth="1.6" />
      <path d="M8 4.6V8l2.4 1.6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  ready: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path {...cut} d="m4.8 8.3 2.2 2.2 4.2-4.6" strokeWidth="1.8" />
    </>
  ),
  inUse: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path {...cut} d="M6.6 5.4v5.2l4-2.6z" strokeWidth="1.6" />
    </>
  ),
  attention: (
    <>
      <path
        d="M6.8 1.9a1.4 1.4 0 0 1 2.4 0l6 10.4a1.4 1.4 0 0 1-1.2 2.1H2a1.4 1.4 0 0 1-1.2-2.1z"
        fill="currentColor"
      />
      <path {...cut} d="M8 5.6v3.6M8 11.7v.1" strokeWidth="1.8" />
    </>
  ),
  drifted: (
    <>
      <path d="M8 .8 15.2 8 8 15.2.8 8z" fill="currentColor" />
      <path {...cut} d="M5.4 6.9h5.2M5.4 9.3h5.2M9.3 5.2 6.7 11" strokeWidth="1.3" />
    </>
  ),
  lowBattery: (
    <>
      <rect x=".9" y="4" width="12" height="8" rx="2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M14.8 6.6v2.8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      <rect x="2.8" y="5.9" width="2.6" height="4.2" rx=".6" fill="currentColor" />
    </>
  ),
  failed: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
      <path {...cut} d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" strokeWidth="1.8" />
    </>
  ),
  offline: (
    <>
      <circle {...ring} strokeWidth="1.6" />
      <path d="m3.8 12.2 8.4-8.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  archived: (
    <>
      <rect
        x="1.4"
        y="2.4"
        width="13.2"
        height="3.6"
        rx="1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path
        d="M2.6 6v6.2c0 .8.6 1.4 1.4 1.4h8c.8 0 1.4-.6 1.4-1.4V6M6.4 9h3.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </>
  ),
  next: (
    <>
      <rect x="1.2" y="1.2" width="13.6" height="13.6" rx="3.6" fill="currentColor" />
      <path {...cut} d="M8 4.8v6.4M6.4 4.8h3.2M6.4 11.2h3.2" strokeWidth="1.4" />
    </>
  ),
};

type Props = { state: GlyphState; size?: 's' | 'm' | 'l' };

/** The icon of a state, distinguishable by shape alone. Decorative: the text is beside it. */
export function StateGlyph({ state, size = 'm' }: Props): React.JSX.Element {
  // The key creates a new element for a new state, so that the change fades in once.
  return (
    <svg key={state} className={`st s-${state} ${size}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[state]}
    </svg>
  );
}
