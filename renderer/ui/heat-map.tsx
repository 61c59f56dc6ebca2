import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';

import './charts.css';

/** What a heat map shows. Rows and columns keep their order; values are 0 to 1, null where nothing can be known. */
export type HeatMapData = {
  readonly rows: readonly { readonly id: string; readonly label: string }[];
  /** `mark` stands above a column that begins something, such as a week. */
  readonly columns: readonly { readonly key: string; readonly mark: string | null }[];
  readonly value: (row: number, column: number) => number | null;
};

type Props = {
  readonly data: HeatMapData;
  /** What the map is, for those who do not see it. */
  readonly label: string;
  /** A cell in words: who, when, how much. */
  readonly says: (row: number, column: number) => string;
  /** What stands below while no cell is looked at. */
  readonly hint: string;
  readonly onOpen: (row: number) => void;
};

/** Steps of a cell: its size grows with the value, and its colour repeats it. */
const STEPS = 5;
const LABEL_PX = 64;
const TOP_PX = 22;
const NARROWEST_PX = 4;
const WIDEST_PX = 32;

type Cell = { readonly row: number; readonly column: number };

/**
 * A value for each headset and day on one canvas: a thousand rows of 180 are 180,000 squares, which no browser lays out as
 * elements. It is one tab stop; arrows walk over the cells and the line below says each.
 */
export function HeatMap({ data, label, says, hint, onOpen }: Props): React.JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [cell, setCell] = useState<Cell | null>(null);
  const scheme = useScheme();
  const shape = shapeOf(data, width);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return;
    draw(element, data, shape);
    // The scheme is not read here: the colours of the canvas come from the page and change with it.
  }, [data, shape, width, scheme]);

  const near = useCallback(
    (event: PointerEvent): Cell | null => {
      const box = canvas.current?.getBoundingClientRect();
      if (box === undefined) return null;
      const column = Math.floor((event.clientX - box.left - LABEL_PX) / shape.cellWidth);
      const row = Math.floor((event.clientY - box.top - TOP_PX) / shape.cellHeight);
      const isInside = column >= 0 && row >= 0 && column < data.columns.length && row < data.rows.length;
      return isInside ? { row, column } : null;
    },
    [data, shape],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(cell, event.key, data);
    if (next !== null) {
      event.preventDefault();
      setCell(next);
      scrollTo(frame.current, next, shape);
    } else if (event.key === 'Enter' && cell !== null) onOpen(cell.row);
  };

  return (
    <>
      <div
        ref={frame}
        className="heat-map"
        role="application"
        tabIndex={0}
        aria-label={label}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setCell(near(event))}
        onPointerLeave={() => setCell(null)}
        onClick={() => cell !== null && onOpen(cell.row)}
      >
        <div className="heat-map-area" style={{ height: shape.height, minWidth: shape.width }}>
          <canvas ref={canvas} aria-hidden="true" data-cells={data.rows.length * data.columns.length} />
          {cell !== null && <span className="heat-map-cell" style={placeOf(cell, shape)} />}
        </div>
      </div>
      <p className="heat-map-says small dim" role="status">
        {cell === null ? hint : says(cell.row, cell.column)}
      </p>
    </>
  );
}

type Shape = {
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
};

function shapeOf({ rows, columns }: HeatMapData, width: number): Shape {
  const fitting = (width - LABEL_PX - 2) / Math.max(1, columns.length);
  const cellWidth = Math.min(WIDEST_PX, Math.max(NARROWEST_PX, fitting));
  const cellHeight = rows.length <= 40 ? 16 : rows.length <= 120 ? 12 : 8;
  return {
    cellWidth,
    cellHeight,
    width: Math.ceil(LABEL_PX + cellWidth * columns.length),
    height: Math.ceil(TOP_PX + cellHeight * rows.length + 4),
  };
}

function placeOf({ row, column }: Cell, { cellWidth, cellHeight }: Shape): React.CSSProperties {
  return {
    left: LABEL_PX + column * cellWidth,
    top: TOP_PX + row * cellHeight,
    width: cellWidth,
    height: cellHeight,
  };
}

function scrollTo(frame: HTMLElement | null, cell: Cell, { cellWidth, cellHeight }: Shape): void {
  if (frame === null) return;
  const top = TOP_PX + cell.row * cellHeight;
  const left = LABEL_PX + cell.column * cellWidth;
  if (top < frame.scrollTop || top + cellHeight > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = top - frame.clientHeight / 2;
  if (left < frame.scrollLeft || left + cellWidth > frame.scrollLeft + frame.clientWidth)
    frame.scrollLeft = left - frame.clientWidth / 2;
}

/** Where a key leads; from nowhere, to the newest day of the first row. */
function moved(cell: Cell | null, key: string, { rows, columns }: HeatMapData): Cell | null {
  const last = { row: rows.length - 1, column: columns.length - 1 };
  if (last.row < 0 || last.column < 0) return null;
  const from = cell ?? { row: 0, column: last.column };
  const to = new Map<string, Cell>([
    ['ArrowUp', { ...from, row: Math.max(0, from.row - 1) }],
    ['ArrowDown', { ...from, row: Math.min(last.row, from.row + 1) }],
    ['ArrowLeft', { ...from, column: Math.max(0, from.column - 1) }],
    ['ArrowRight', { ...from, column: Math.min(last.column, from.column + 1) }],
    ['Home', { ...from, column: 0 }],
    ['End', { ...from, column: last.column }],
    ['PageUp', { ...from, row: Math.max(0, from.row - 10) }],
    ['PageDown', { ...from, row: Math.min(last.row, from.row + 10) }],
  ]).get(key);
  return cell === null && to !== undefined ? from : (to ?? null);
}

/** Step 0 is nothing at all, the last is (nearly) the most. */
function stepOf(value: number): number {
  if (value <= 0) return 0;
  return Math.min(STEPS - 1, 1 + Math.floor(value * (STEPS - 1) * 0.999));
}

function draw(canvas: HTMLCanvasElement, data: HeatMapData, shape: Shape): void {
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  canvas.width = shape.width * ratio;
  canvas.height = shape.height * ratio;
  canvas.style.width = `${shape.width}px`;
  canvas.style.height = `${shape.height}px`;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  drawCells(context, data, shape, style);
  drawWords(context, data, shape, style);
  // For who measures how long it took: since the page was opened, in ms.
  canvas.dataset['drawn'] = String(performance.now());
}

/** One path for each step: changing the colour for every cell would cost more than drawing it. */
function drawCells(
  context: CanvasRenderingContext2D,
  { rows, columns, value }: HeatMapData,
  { cellWidth, cellHeight }: Shape,
  style: CSSStyleDeclaration,
): void {
  const paths = Array.from({ length: STEPS }, () => new Path2D());
  const gap = cellWidth < 6 ? 0.5 : 1.5;
  for (let row = 0; row < rows.length; row += 1) {
    for (let column = 0; column < columns.length; column += 1) {
      const each = value(row, column);
      if (each === null) continue;
      const step = stepOf(each);
      const share = step === 0 ? 0.12 : 0.4 + (0.6 * step) / (STEPS - 1);
      const high = Math.max(1, (cellHeight - gap) * share);
      // A square, or a bar where days are narrower than rows are high.
      const wide = Math.max(1, Math.min(cellWidth - gap, high));
      const left = LABEL_PX + column * cellWidth + (cellWidth - wide) / 2;
      const top = TOP_PX + row * cellHeight + (cellHeight - high) / 2;
      paths[step]?.rect(left, top, wide, high);
    }
  }
  for (const [step, path] of paths.entries()) {
    context.fillStyle = style.getPropertyValue(`--heat-${step}`).trim();
    context.fill(path);
  }
}

function drawWords(
  context: CanvasRenderingContext2D,
  { rows, columns }: HeatMapData,
  { cellWidth, cellHeight, width }: Shape,
  style: CSSStyleDeclaration,
): void {
  context.fillStyle = style.getPropertyValue('--ink-2').trim();
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  // As many names as there is room for lines of text.
  const every = Math.max(1, Math.ceil(13 / cellHeight));
  for (let row = 0; row < rows.length; row += every) {
    const label = rows[row]?.label ?? '';
    context.fillText(label, LABEL_PX - 8, TOP_PX + row * cellHeight + cellHeight / 2, LABEL_PX - 10);
  }
  context.textAlign = 'left';
  let freeFrom = LABEL_PX;
  for (const [column, { mark }] of columns.entries()) {
    if (mark === null) continue;
    const wide = context.measureText(mark).width;
    // The last one stands whole, even where its column is at the edge.
    const left = Math.min(LABEL_PX + column * cellWidth, width - wide);
    if (left < freeFrom) continue;
    context.fillText(mark, left, 10);
    freeFrom = left + wide + 10;
  }
}

/** Rises when the page changes its colours, so that what is drawn is drawn again. */
function useScheme(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const watch = new MutationObserver(() => setCount((before) => before + 1));
    watch.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => watch.disconnect();
  }, []);
  return count;
}
