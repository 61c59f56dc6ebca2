import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { HeadsetTile } from '../../ui/headset/headset-tile.tsx';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useHeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { activateShown, actOnListClick, actOnListKey, type ListKeys } from './list-keys.ts';
import { useDragSelect } from './use-drag-select.ts';
import { SyncMarkOf } from '../selection/sync-mark.tsx';
import { columnsIn, PAGE_ROWS, wallRows, type WallRow } from './wall-rows.ts';

const GAP_PX = 8;
const HEADING_PX = 30;

type Props = {
  ids: readonly string[];
  scroller: React.RefObject<HTMLDivElement | null>;
  onOpen: (id: string) => void;
  canSelect: boolean;
};

/** The live wall: tiles in slot order, only visible ones rendered, one tab stop. */
export function Wall({ ids, scroller, onOpen, canSelect }: Props): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const isWide = useMediaQuery('(min-width: 1600px)') ?? false;
  const { ref, width } = useElementSize();
  const columns = columnsIn(width, isWide);
  const rows = useRows(ids, columns, isWide);
  const tilePx = isWide ? 126 : 102;
  const activeId = useFleetList((list) => list.activeId);
  const isSelecting = useFleetList((list) => list.selected.size > 0);

  // oxlint-disable-next-line react/incompatible-library -- its methods are never handed on as props, which is what the rule warns of
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : tilePx + GAP_PX),
    overscan: 2,
    paddingStart: 2,
  });
  useEffect(() => virtual.measure(), [virtual, tilePx, rows]);

  const activeRow = rows.findIndex(
    (row) => row.kind === 'tiles' && activeId !== null && row.ids.includes(activeId),
  );
  useEffect(() => {
    if (activeRow !== -1) virtual.scrollToIndex(activeRow, { align: 'auto' });
  }, [virtual, activeRow]);

  const items = virtual.getVirtualItems();
  const isActiveShown = items.some((item) => item.index === activeRow);
  const keys = useMemo<ListKeys>(() => {
    const tiles = rows.flatMap((row) => (row.kind === 'tiles' ? [row.ids] : []));
    return { rows: tiles, page: PAGE_ROWS, onOpen, canSelect };
  }, [rows, onOpen, canSelect]);
  const drag = useDragSelect(keys);
  const positions = useMemo(() => new Map(ids.map((id, index) => [id, index + 1])), [ids]);

  return (
    <div ref={ref}>
      <div
        className="wall virtual"
        role="listbox"
        tabIndex={0}
        aria-label={t('wall')}
        aria-multiselectable={canSelect}
        aria-activedescendant={isActiveShown && activeId !== null ? tileId(activeId) : undefined}
        data-selecting={isSelecting || undefined}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={(event) => actOnListKey(event, keys)}
        {...drag}
        onFocus={() => activateShown(ids)}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const style = { transform: `translateY(${item.start}px)`, '--columns': columns };
          return row.kind === 'heading' ? (
            <Heading key={item.key} row={row} style={style} />
          ) : (
            <div key={item.key} className="wall-row grid" role="presentation" style={style}>
              {row.ids.map((id) => (
                <Tile key={id} id={id} position={positions.get(id) ?? 1} setSize={ids.length} keys={keys} />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function useRows(ids: readonly string[], columns: number, hasShelves: boolean): readonly WallRow[] {
  return useMemo(() => {
    const { byId } = useFleet.getState();
    const headsets = ids.flatMap((id) => byId[id] ?? []);
    return wallRows(headsets, { columns, hasShelves });
  }, [ids, columns, hasShelves]);
}

type HeadingProps = { row: Extract<WallRow, { kind: 'heading' }>; style: React.CSSProperties };

function Heading({ row, style }: HeadingProps): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const carts = useFleet((fleet) => fleet.carts.length);
  const shelf = row.shelf === null ? null : t('shelf', { count: row.shelf });
  const cart = carts > 1 || shelf === null ? (row.cart?.label ?? t('noCart')) : null;
  return (
    <div className="wall-heading small faint" role="presentation" style={style}>
      {[cart, shelf].filter(Boolean).join(' · ')}
    </div>
  );
}

type TileProps = { id: string; position: number; setSize: number; keys: ListKeys };

const Tile = memo(function Tile({ id, position, setSize, keys }: TileProps): React.JSX.Element | null {
  const labels = useHeadsetLabels(id);
  const isSelected = useFleetList((list) => list.selected.has(id));
  const isActive = useFleetList((list) => list.activeId === id);
  if (labels === null) return null;
  const { headset } = labels;
  return (
    <HeadsetTile
      elementId={tileId(id)}
      name={labels.name}
      model={labels.model}
      state={labels.state.state}
      text={labels.text}
      running={labels.running}
      badge={<SyncMarkOf id={id} />}
      isSelected={keys.canSelect ? isSelected : null}
      isActive={isActive}
      position={position}
      setSize={setSize}
      onClick={(event: MouseEvent) => actOnListClick(event, id, keys)}
      battery={
        headset.androidId !== null && (
          <BatteryGlyph
            level={headset.battery?.level ?? null}
            isCharging={headset.battery?.isCharging === true}
            isOld={labels.isOld}
            figure={labels.charge}
            label={labels.battery}
          />
        )
      }
    />
  );
});

function tileId(id: string): string {
  return `tile-${id}`;
}
