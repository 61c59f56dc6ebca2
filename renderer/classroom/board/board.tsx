import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { ClassResult, ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import { BOARD_GAP_PX, boardLayout, viewsLayout } from '../state/class-board.ts';
import { isMoveKey, moveIn, useBoard } from '../../devices/index.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { ClassApp } from '../state/apps.ts';
import { useTileLabels } from '../state/class-labels.ts';
import { PupilTile } from './pupil-tile.tsx';
import { TileMenu, useTileMenu } from './tile-menu.tsx';

type Props = {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  inAttention: ReadonlySet<string>;
  app: Pick<ClassApp, 'packageName' | 'name'> | null;
  run: ClassRun | null;
  /** False for people who can only view. */
  canChoose: boolean;
  /** True if tiles show views; pressing one opens it. */
  isViews: boolean;
  /** The headset opened last, from which the keyboard continues. */
  lastId: string | null;
  onPress: (id: string) => void;
  onSee: (id: string) => void;
  onToggle: (id: string) => void;
  onAll: () => void;
  onClear: () => void;
};

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 2;
/** A tile that is wider than this, compared with its height, is a strip. */
const MAX_SHAPE = 2.2;
/** Space for the focus ring around the outer tiles, in px. */
const EDGE_PX = 4;
/** Mean width of a character of a name, and the space beside the name on a tile, in px. */
const NAME_PX = 16;
const NAME_BESIDE_PX = 60;

/** The headsets of the class: tiles as large as they fit, only visible ones rendered, one tab stop. */
export const Board = memo(function Board(props: Props): React.JSX.Element {
  const { ids, canChoose, run, isViews } = props;
  const labels = useTileLabels();
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useElementSize();
  // The width inside, which excludes the scroll bar.
  const { ref, width } = useElementSize();
  const isUpright = useMediaQuery('(orientation: portrait)') ?? false;
  const fitted = boardLayout({ width, height: frame.height - 2 * EDGE_PX, count: ids.length });
  // Upright, and where all of them would be strips, pictures keep their shape and are scrolled.
  const keepsShape = isUpright || fitted.widthPx > MAX_SHAPE * fitted.heightPx;
  const { columns, widthPx, heightPx } = isViews && keepsShape ? viewsLayout({ width }) : fitted;
  // One size of type for all names of a wall: that of the longest.
  const longest = useFleet(({ byId }) =>
    ids.reduce((most, id) => Math.max(most, byId[id]?.label?.length ?? 0), 0),
  );
  const isLong = longest * NAME_PX > widthPx - NAME_BESIDE_PX;
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(ids.length / columns) }, (_each, row) =>
        ids.slice(row * columns, (row + 1) * columns),
      ),
    [ids, columns],
  );
  const results = useMemo(
    () => new Map((run?.results ?? []).map((result): [string, ClassResult] => [result.id, result])),
    [run],
  );

  const virtual = useVirtualizer({
    count: width === 0 || frame.height === 0 ? 0 : rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx + BOARD_GAP_PX,
    overscan: OVERSCAN,
    paddingStart: EDGE_PX,
    // The last row needs no gap below it.
    paddingEnd: EDGE_PX - BOARD_GAP_PX,
  });
  useEffect(() => virtual.measure(), [virtual, heightPx, rows]);

  const { onPress } = props;
  const [activeId, setActiveId] = useState<string | null>(props.lastId);
  const press = useCallback(
    (id: string) => {
      setActiveId(id);
      onPress(id);
    },
    [onPress],
  );
  const menu = useTileMenu();
  const rowOf = (id: string | null): number => rows.findIndex((row) => id !== null && row.includes(id));
  const move = (id: string | null): void => {
    setActiveId(id);
    if (id !== null) virtual.scrollToIndex(rowOf(id), { align: 'auto' });
  };

  const items = virtual.getVirtualItems();
  // A row that leaves is reused for the next one: other headsets in its tiles cost a fraction of new tiles.
  const inSight = Math.ceil(frame.height / (heightPx + BOARD_GAP_PX)) + 1;
  const pool = Math.max(inSight + 2 * OVERSCAN, items.length);
  // Invisible tiles request no pictures.
  const first = Math.floor((virtual.scrollOffset ?? 0) / (heightPx + BOARD_GAP_PX));
  useBoard(rows.slice(first, first + inSight).flat(), isViews);
  const activeRow = rowOf(activeId);
  const isActiveShown = activeId !== null && items.some(({ index }) => index === activeRow);
  return (
    <div ref={frame.ref} className="class-board">
      <div ref={scroller} className="class-grid">
        <div
          ref={ref}
          className="virtual"
          role="listbox"
          tabIndex={0}
          aria-label={labels.t('board')}
          aria-multiselectable={canChoose}
          aria-activedescendant={isActiveShown ? pupilId(activeId) : undefined}
          style={{ height: virtual.getTotalSize() }}
          {...menu.handlers}
          onKeyDown={(event) => actOnKey(event, { ...props, onPress: press, rows, activeId, onMove: move })}
          onFocus={(event) => {
            // A touch has its own target.
            if (activeRow === -1 && event.currentTarget.matches(':focus-visible')) move(ids[0] ?? null);
          }}
        >
          {items.map((item) => (
            <div
              key={item.index % pool}
              className="class-row grid"
              role="presentation"
              style={{
                transform: `translateY(${item.start}px)`,
                gridTemplateColumns: `repeat(${columns}, ${widthPx}px)`,
                gridAutoRows: heightPx,
              }}
            >
              {rows[item.index]?.map((id, column) => (
                <PupilTile
                  key={column}
                  labels={labels}
                  elementId={pupilId(id)}
                  id={id}
                  app={props.app}
                  result={results.get(id) ?? null}
                  isStart={run?.action.do === 'start'}
                  isInAttention={props.inAttention.has(id)}
                  isChosen={canChoose ? props.chosen.has(id) : null}
                  isActive={activeId === id}
                  size={heightPx >= 140 ? 'large' : heightPx >= 96 ? 'usual' : 'low'}
                  isLong={isLong}
                  isViewed={isViews}
                  position={item.index * columns + column + 1}
                  setSize={ids.length}
                  onPress={press}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <TileMenu {...props} menu={menu} />
    </div>
  );
});

type Keys = Pick<Props, 'canChoose' | 'isViews' | 'onPress' | 'onAll' | 'onClear'> & {
  readonly rows: readonly (readonly string[])[];
  readonly activeId: string | null;
  readonly onMove: (id: string | null) => void;
};

function actOnKey(event: KeyboardEvent, keys: Keys): void {
  const { rows, activeId } = keys;
  if (isMoveKey(event.key) && !event.altKey) keys.onMove(moveIn(rows, activeId, event.key));
  else if (event.key === 'Escape') keys.onClear();
  else if (!keys.canChoose && !keys.isViews) return;
  else if ((event.key === ' ' || event.key === 'Enter') && activeId !== null) keys.onPress(activeId);
  else if (!keys.canChoose) return;
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) keys.onAll();
  else return;
  event.preventDefault();
}

function pupilId(id: string): string {
  return `pupil-${id}`;
}
