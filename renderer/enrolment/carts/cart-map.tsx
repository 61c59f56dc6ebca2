import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { shortNames, type CartShape } from '../cart/cart-shape.ts';
import { MapRows } from '../cart/map-rows.tsx';

/** Space around the shown cell, in px. */
const MAP_PADDING = 12;

type Props = {
  slots: readonly Slot[];
  shape: CartShape;
  shownId: string | null;
  skipped: ReadonlySet<string>;
  onChoose: (id: string) => void;
};

/** The cart as in the room: shelves by columns, one tab stop, the current slot marked. */
export function CartMap({ slots, shape, shownId, skipped, onChoose }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const map = useRef<HTMLElement>(null);
  const cells = useMemo(() => cellsOf(slots), [slots]);

  useEffect(() => {
    const shown = map.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (shown instanceof HTMLElement) scrollWithinMap(shown);
    // Arrow keys move the tab stop with the selection, but never take the focus from another part of the screen.
    if (map.current?.contains(document.activeElement) === true) shown?.focus({ preventScroll: true });
  }, [shownId]);

  return (
    <section className="panel enrol-map" aria-label={t('desk.map')} ref={map}>
      <MapRows
        shape={shape}
        cell={(id) => {
          const cell = cells.get(id);
          return (
            cell !== undefined && (
              <MapCell
                key={id}
                slot={cell.slot}
                shortName={cell.shortName}
                isShown={id === shownId}
                isSkipped={skipped.has(id)}
                onChoose={onChoose}
              />
            )
          );
        }}
      />
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

function cellsOf(slots: readonly Slot[]): ReadonlyMap<string, { slot: Slot; shortName: string }> {
  const names = shortNames(slots.map((slot) => nameOf(slot.headset)));
  return new Map(
    slots.map((slot, index) => [slot.headset.id, { slot, shortName: names[index] ?? '' }] as const),
  );
}

type CellProps = {
  slot: Slot;
  shortName: string;
  isShown: boolean;
  isSkipped: boolean;
  onChoose: (id: string) => void;
};

const MapCell = memo(
  function MapCell({ slot, shortName, isShown, isSkipped, onChoose }: CellProps): React.JSX.Element {
    const { t } = useTranslation('enrol');
    const format = useFormat();
    const { headset, state } = slot;
    const isWaiting = state.state === 'waiting';
    const words =
      state.state === 'applying' && state.progress !== null
        ? format.percent(state.progress)
        : t(`slotState.${isWaiting && isShown ? 'now' : isWaiting && isSkipped ? 'skipped' : state.state}`);
    const glyph = isWaiting && isShown ? 'next' : state.state;
    return (
      <button
        type="button"
        className={`enrol-cell hovers grid framed ${state.state} ${isShown ? 'shown' : ''}`}
        aria-current={isShown}
        tabIndex={isShown ? 0 : -1}
        onClick={() => onChoose(headset.id)}
        // A small cell shortens its words.
        title={`${nameOf(headset)}: ${words}`}
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
    a.slot.state === b.slot.state &&
    a.slot.headset.label === b.slot.headset.label &&
    a.shortName === b.shortName &&
    a.isShown === b.isShown &&
    a.isSkipped === b.isSkipped &&
    a.onChoose === b.onChoose,
);
