import { StateGlyph } from '../../ui/state-glyph.tsx';
import { nameOf, type Place } from './cart-progress.ts';
import { PlaceFacts } from './code-card.tsx';
import { useEnrolWords } from './use-enrol-words.ts';

/** What one place has to say for itself, for the place chosen in the map of a finished cart. */
export function PlacePanel({ place }: { place: Place }): React.JSX.Element {
  const words = useEnrolWords();
  return (
    <section className="panel" aria-live="polite">
      <header>
        <StateGlyph state={place.state.state} />
        <h2>{nameOf(place.headset)}</h2>
        <span className="end faint small">
          <PlaceFacts headset={place.headset} />
        </span>
      </header>
      <p className="in">{words.says(place.state)}</p>
    </section>
  );
}
