import { StateGlyph, type GlyphState } from '../headset/state-glyph.tsx';

/** One line: a sign, what is so, and a little more. */
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
