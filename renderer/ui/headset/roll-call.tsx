import { memo } from 'react';

import type { GlyphState } from './state-glyph.tsx';

/** One bar of the strip. */
export type RollBar = { id: string; state: GlyphState; /** Name and state, for hover. */ title: string };

type Props = {
  bars: readonly RollBar[];
  /** Description of the strip, e.g. "21 of 30 ready". */
  label: string;
  size?: 'thin' | 'normal' | 'big';
};

/** One bar per headset, in slot order and in groups of five; the same on all screens. */
export const RollCall = memo(function RollCall({ bars, label, size = 'normal' }: Props): React.JSX.Element {
  return (
    <div className={`roll ${size}`} role="img" aria-label={label}>
      {bars.map((bar, index) => (
        <i key={bar.id} className={`${bar.state} ${index % 5 === 4 ? 'five' : ''}`} title={bar.title} />
      ))}
    </div>
  );
});
