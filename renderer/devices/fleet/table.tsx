import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { COLUMN_WIDTHS, useColumns, type Column } from '../filters/columns.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useHeadsetLabels, useLastSeen, type HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { activateShown, actOnListClick, actOnListKey, type ListKeys } from './list-keys.ts';
import { useDragSelect } from './use-drag-select.ts';
import { SyncMarkOf } from '../selection/sync-mark.tsx';

const ROW_PX = 32;
const HEADER_PX = 33;
/** Number of rows of a page key: about as many as a laptop shows. */
const PAGE_ROWS = 16;

/** Name and State, which are always shown. */
const NAME_WIDTH = 'minmax(70px, 0.8fr)';
const STATE_WIDTH = 'minmax(min(150px, 36vw), 1.6fr)';

/** Separates the model, which is shown beside the name, from the other columns. */
function splitColumns(columns: readonly Column[]): { hasModel: boolean; others: readonly Column[] } {
  return { hasModel: columns.includes('model'), others: columns.filter((column) => column !== 'model') };
}

/** Returns the columns that fit on narrow screens. */
function useFitting(): readonly Column[] {
  const shown = useColumns((columns) => columns.shown);
  const isRail = useMediaQuery('(max-width: 1100px)') ?? false;
  const isNarrow = useMediaQuery('(max-width: 780px)') ?? false;
  const isPhone = useMediaQuery('(max-width: 520px)') ?? false;
  return useMemo(
    () =>
      isPhone
        ? []
        : isNarrow
          ? shown.filter((column) => NARROW.has(column))
          : isRail
            ? shown.slice(0, MAX_ON_RAIL)
            : shown,
    [shown, isRail, isNarrow, isPhone],
  );
}

const NARROW: ReadonlySet<Column> = new Set(['battery', 'heard']);
const MAX_ON_RAIL = 5;

function widthsOf(columns: readonly Column[], canSelect: boolean): React.CSSProperties {
  const { hasModel, others } = splitColumns(columns);
  const tracks = [
    ...(canSelect ? ['42px'] : []),
    NAME_WIDTH,
    ...(hasModel ? [COLUMN_WIDTHS.model] : []),
    STATE_WIDTH,
    ...others.map((column) => COLUMN_WIDTHS[column]),
  ];
  const widths = { minWidth: 0, '--table-columns': tracks.join(' ') };
  return widths;
}

type Props = {
  ids: readonly string[];
  scroller: React.RefObject<HTMLDivElement | null>;
  onOpen: (id: string) => void;
  canSelect: boolean;
};

/** The same headsets as rows: one tab stop, only visible rows rendered, a fixed header. */
export function Table({ ids, scroller, onOpen, canSelect }: Props): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const activeId = useFleetList((list) => list.activeId);
  const columns = useFitting();
  // oxlint-disable-next-line react/incompatible-library -- its methods are never handed on as props, which is what the rule warns of
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: HEADER_PX,
    paddingStart: HEADER_PX,
  });

  const activeIndex = activeId === null ? -1 : ids.indexOf(activeId);
  useEffect(() => {
    if (activeIndex !== -1) virtual.scrollToIndex(activeIndex, { align: 'auto' });
  }, [virtual, activeIndex]);

  const items = virtual.getVirtualItems();
  const isActiveShown = items.some((item) => item.index === activeIndex);
  const keys = useMemo<ListKeys>(
    () => ({ rows: ids.map((id) => [id]), page: PAGE_ROWS, onOpen, canSelect }),
    [ids, onOpen, canSelect],
  );
  const drag = useDragSelect(keys);

  return (
    <div
      className="panel fleet-table"
      role="grid"
      tabIndex={0}
      aria-label={t('wall')}
      aria-multiselectable={canSelect}
      style={widthsOf(columns, canSelect)}
      aria-rowcount={ids.length + 1}
      aria-activedescendant={isActiveShown && activeId !== null ? rowId(activeId) : undefined}
      onKeyDown={(event) => actOnListKey(event, keys)}
      {...drag}
      onFocus={() => activateShown(ids)}
    >
      <Header ids={ids} columns={columns} canSelect={canSelect} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize() - HEADER_PX }}>
        {items.map((item) => {
          const id = ids[item.index];
          if (id === undefined) return null;
          return (
            <Row key={item.key} id={id} index={item.index} top={item.start} keys={keys} columns={columns} />
          );
        })}
      </div>
    </div>
  );
}

type HeaderProps = { ids: readonly string[]; columns: readonly Column[]; canSelect: boolean };

function Header({ ids, columns, canSelect }: HeaderProps): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const selected = useFleetList((list) => ids.filter((id) => list.selected.has(id)).length);
  const mark = selected === 0 ? '' : selected === ids.length ? 'on' : 'mixed';
  const { select, clear } = useFleetList.getState();
  const { hasModel, others } = splitColumns(columns);
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-row">
        {canSelect && (
          <div role="columnheader" className="cell-tick">
            {/* The keyboard has Ctrl A and Esc for the same. */}
            <span
              className={`tick ${mark}`}
              aria-hidden="true"
              onClick={() => (selected === ids.length ? clear() : select(ids))}
            />
            <span className="sr">{t('column.select')}</span>
          </div>
        )}
        <div role="columnheader">{t('column.name')}</div>
        {hasModel && (
          <div role="columnheader" className="cut">
            {t('column.model')}
          </div>
        )}
        <div role="columnheader">{t('column.state')}</div>
        {others.map((column) => (
          <div key={column} role="columnheader" className={RIGHT.has(column) ? 'num' : 'cut'}>
            {t(`column.${column}`)}
          </div>
        ))}
      </div>
    </div>
  );
}

type RowProps = { id: string; index: number; top: number; keys: ListKeys; columns: readonly Column[] };

const Row = memo(function Row({ id, index, top, keys, columns }: RowProps): React.JSX.Element | null {
  const labels = useHeadsetLabels(id);
  const isSelected = useFleetList((list) => keys.canSelect && list.selected.has(id));
  const isActive = useFleetList((list) => list.activeId === id);
  if (labels === null) return null;
  const { state } = labels;
  const isQuiet = state.state === 'ready' || state.state === 'inUse';
  const isAway = state.state === 'offline' || state.state === 'waiting';
  const { hasModel, others } = splitColumns(columns);
  return (
    <div
      id={rowId(id)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`table-row ${isSelected ? 'sel' : ''} ${isActive ? 'active' : ''} ${isAway ? 'away' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => actOnListClick(event, id, keys)}
    >
      {keys.canSelect && (
        <div role="gridcell" className="cell-tick" data-tick>
          <span className={`tick ${isSelected ? 'on' : ''}`} />
        </div>
      )}
      <div role="gridcell" className="cut">
        <b>{labels.name}</b>
      </div>
      {hasModel && (
        <div role="gridcell" className="cut dim" title={labels.model}>
          {labels.model}
        </div>
      )}
      <div role="gridcell" className="cut">
        <span className={`status s-${state.state} ${isQuiet ? 'plain' : ''}`}>
          <StateGlyph state={state.state} />
          <span className="cut" title={labels.text}>
            {labels.text}
          </span>
        </span>
      </div>
      {others.map((column) => (
        <div key={column} role="gridcell" className={`cut ${RIGHT.has(column) ? 'num' : 'dim'}`}>
          <Cell column={column} labels={labels} />
        </div>
      ))}
    </div>
  );
});

/** Columns of figures. */
const RIGHT: ReadonlySet<Column> = new Set(['storage', 'place', 'settings', 'heard']);

function Cell({ column, labels }: { column: Column; labels: HeadsetLabels }): React.JSX.Element {
  const format = useFormat();
  const { headset } = labels;
  switch (column) {
    case 'model':
      // Shown beside the name.
      return <></>;
    case 'battery':
      return headset.androidId === null ? (
        <></>
      ) : (
        <BatteryGlyph
          level={headset.battery?.level ?? null}
          isCharging={headset.battery?.isCharging === true}
          isOld={labels.isOld}
          figure={labels.charge}
          label={labels.battery}
        />
      );
    case 'storage':
      return <>{headset.storage === null ? '–' : format.size(headset.storage.freeBytes)}</>;
    case 'running':
      return <>{labels.running}</>;
    case 'cart':
      return <>{headset.cart?.label ?? '–'}</>;
    case 'place':
      return <>{headset.place ?? '–'}</>;
    case 'settings':
      return <>{`${headset.appliedRevision ?? 0} / ${headset.settingsRevision}`}</>;
    case 'link':
      return <Link isLinked={headset.isLinked} />;
    case 'sync':
      return <SyncMarkOf id={headset.id} hasWords />;
    case 'android':
      return <span className="mono">{headset.androidId ?? '–'}</span>;
    case 'heard':
      return (
        <span className="faint">
          <LastSeen id={headset.id} />
        </span>
      );
  }
}

/** Separate from other cells, which need no texts: looking them up costs more than a cell. */
function Link({ isLinked }: { isLinked: boolean }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  return <>{t(isLinked ? 'inspector.linked' : 'inspector.notLinked')}</>;
}

/** Separate from the row, because it changes every second. */
function LastSeen({ id }: { id: string }): React.JSX.Element {
  return <>{useLastSeen(id)}</>;
}

function rowId(id: string): string {
  return `row-${id}`;
}
