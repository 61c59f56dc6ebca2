import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Place } from './cart-progress.ts';
import { shortNames, type CartShape } from './cart-shape.ts';

/** Space around the shown cell, in px. */
const MAP_PADDING = 12;

type Props = {
  places: readonly Place[];
  shape: CartShape;
  shownId: string | null;
  skipped: ReadonlySet<string>;
  onChoose: (id: string) => void;
};

/** The cart as in the room: shelves by columns, one tab stop, the current slot marked. */
export function CartMap({ places, shape, shownId, skipped, onChoose }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const map = useRef<HTMLElement>(null);
  const cells = useMemo(() => cellsOf(places), [places]);

  useEffect(() => {
    const shown = map.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (shown instanceof HTMLElement) scrollWithinMap(shown);
    // Arrow keys move the tab stop with the selection, but never take the focus from another part of the screen.
    if (map.current?.contains(document.activeElement) === true) shown?.focus({ preventScroll: true });
  }, [shownId]);

  return (
    <section className="panel enrol-map" aria-label={t('desk.map')} ref={map}>
      <div className="enrol-map-scroll">
        {shape.rows.map((row) => (
          <div
            key={row.ids[0]}
            className={`enrol-map-row ${row.isFirstOfShelf ? 'first' : ''}`}
            role="group"
            aria-label={row.shelf === null ? undefined : t('desk.shelf', { shelf: row.shelf })}
            style={{ gridTemplateColumns: `repeat(${shape.columns}, minmax(0, 1fr))` }}
          >
            {row.ids.map((id) => {
              const cell = cells.get(id);
              return (
                cell !== undefined && (
                  <MapCell
                    key={id}
                    place={cell.place}
                    shortName={cell.shortName}
                    isShown={id === shownId}
                    isSkipped={skipped.has(id)}
                    onChoose={onChoose}
                  />
                )
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Scrolls a cell into the map's own view. `scrollIntoView` would also scroll the code away on a small screen. */
function scrollWithinMap(cell: HTMLElement): void {
  const view = cell.closest('.enrol-map-scroll');
  if (view === null) return;
  const { top, bottom } = cell.getBoundingClientRect();
  const edges = view.getBoundingClientRect();
  if (top < edges.top + MAP_PADDING) view.scrollTop -= edges.top + MAP_PADDING - top;
  if (bottom > edges.bottom - MAP_PADDING) view.scrollTop += bottom - edges.bottom + MAP_PADDING;
}

function cellsOf(places: readonly Place[]): ReadonlyMap<string, { place: Place; shortName: string }> {
  const names = shortNames(places.map((place) => nameOf(place.headset)));
  return new Map(
    places.map((place, index) => [place.headset.id, { place, shortName: names[index] ?? '' }] as const),
  );
}

type CellProps = {
  place: Place;
  shortName: string;
  isShown: boolean;
  isSkipped: boolean;
  onChoose: (id: string) => void;
};

const MapCell = memo(
  function MapCell({ place, shortName, isShown, isSkipped, onChoose }: CellProps): React.JSX.Element {
    const { t } = useTranslation('enrol');
    const format = useFigures();
    const { headset, state } = place;
    const isWaiting = state.state === 'waiting';
    const words =
      state.state === 'applying' && state.progress !== null
        ? format.percent(state.progress)
        : t(`place.${isWaiting && isShown ? 'now' : isWaiting && isSkipped ? 'skipped' : state.state}`);
    const glyph = isWaiting && isShown ? 'next' : state.state;
    return (
      <button
        type="button"
        className={`enrol-cell ${state.state} ${isShown ? 'shown' : ''}`}
        aria-current={isShown}
        tabIndex={isShown ? 0 : -1}
        onClick={() => onChoose(headset.id)}
        data-state={state.state}
      >
        <b className="cut" aria-hidden="true">
          {shortName}
        </b>
        <StateGlyph state={glyph} />
        <span className="sr">{nameOf(headset)}</span> <span className="cut">{words}</span>
      </button>
    );
  },
  // A slot object changes with every update of the fleet; the cell shows only these fields.
  (a, b) =>
    a.place.state === b.place.state &&
    a.place.headset.label === b.place.headset.label &&
    a.shortName === b.shortName &&
    a.isShown === b.isShown &&
    a.isSkipped === b.isSkipped &&
    a.onChoose === b.onChoose,
);
