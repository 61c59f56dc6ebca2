import { StateGlyph, type GlyphState } from '../headset/state-glyph.tsx';

type Props = { state: GlyphState; title: string; text: string };

/** A line with an icon, a status and a detail. */
export function Line({ state, title, text }: Props): React.JSX.Element {
  return (
    <div title={`${title}, ${text}`}>
      <StateGlyph state={state} />
      <b>{title}</b>
      <span>{text}</span>
    </div>
  );
}
