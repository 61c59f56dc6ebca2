import { StateGlyph, type GlyphState } from '../headset/state-glyph.tsx';

/** A line with an icon, a status and a detail. */
export function Line({
  state,
  title,
  text,
}: {
  state: GlyphState;
  title: string;
  text: string;
}): React.JSX.Element {
  return (
    <div title={`${title}, ${text}`}>
      <StateGlyph state={state} />
      <b>{title}</b>
      <span>{text}</span>
    </div>
  );
}
