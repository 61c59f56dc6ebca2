import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';

import './charts.css';

/** The data of a heat map. Values are 0 to 1, null if unknown. */
export type HeatMapData = {
  readonly rows: readonly { readonly id: string; readonly label: string }[];
  /** `mark` is shown above a column that begins something, such as a week. */
  readonly columns: readonly { readonly key: string; readonly mark: string | null }[];
  readonly value: (row: number, column: number) => number | null;
};

type Props = {
  readonly data: HeatMapData;
  /** Description for screen readers. */
  readonly label: string;
  /** Returns the text of a cell: which headset, when, how much. */
  readonly cellText: (row: number, column: number) => string;
  /** Shown below while no cell is active. */
  readonly hint: string;
  readonly onOpen: (row: number) => void;
};

/** Number of steps of a cell: its size grows with the value, and its colour repeats it. */
const STEPS = 5;
const LABEL_PX = 64;
const TOP_PX = 22;
const NARROWEST_PX = 4;
const WIDEST_PX = 32;

type Cell = { readonly row: number; readonly column: number };

/**
 * A value for each headset and day on one canvas: a thousand rows of 180 days are 180,000 squares, too many for
 * elements. The canvas stays in view and is redrawn on scroll; for print it is drawn as a whole. It is one tab stop;
 * arrow keys move over the cells and the line below describes each.
 */
export function HeatMap({ data, label, cellText, hint, onOpen }: Props): React.JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [cell, setCell] = useState<Cell | null>(null);
  const scheme = useScheme();
  const shape = useMemo(() => shapeOf(data, width), [data, width]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const [element, seen] = [canvas.current, frame.current];
    if (element === null || seen === null || width === 0) return;
    return keepDrawn(element, seen, data, shape);
    // The canvas reads its colours from the page, and is redrawn when they change.
  }, [data, shape, width, scheme]);

  const near = useCallback(
    ({ clientX, clientY }: PointerEvent): Cell | null => {
      const [box, seen] = [canvas.current?.getBoundingClientRect(), frame.current];
      if (box === undefined || seen === null) return null;
      const [x, y] = [clientX - box.left - LABEL_PX, clientY - box.top - TOP_PX];
      const column = Math.floor((x + seen.scrollLeft) / shape.cellWidth);
      const row = Math.floor((y + seen.scrollTop) / shape.cellHeight);
      const isInside = x >= 0 && y >= 0 && column < data.columns.length && row < data.rows.length;
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
        {cell === null ? hint : cellText(cell.row, cell.column)}
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
  // Names and days stay in view and cover the cells behind them.
  if (top < frame.scrollTop + TOP_PX || top + cellHeight > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = top - frame.clientHeight / 2;
  if (left < frame.scrollLeft + LABEL_PX || left + cellWidth > frame.scrollLeft + frame.clientWidth)
    frame.scrollLeft = left - frame.clientWidth / 2;
}

/** Returns the cell that a key moves to; from none, the newest day of the first row. */
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

/** Returns the step of a value: 0 is nothing at all, the last is (nearly) the maximum. */
function stepOf(value: number): number {
  if (value <= 0) return 0;
  return Math.min(STEPS - 1, 1 + Math.floor(value * (STEPS - 1) * 0.999));
}

/** A part of the map, in px. */
type Part = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Draws the visible part, now and on scroll, and the whole for print. Returns a function that stops it. */
function keepDrawn(
  canvas: HTMLCanvasElement,
  frame: HTMLElement,
  data: HeatMapData,
  shape: Shape,
): () => void {
  let frameRequest = 0;
  const drawSeen = (): void => {
    frameRequest = 0;
    draw(canvas, data, shape, {
      left: frame.scrollLeft,
      top: frame.scrollTop,
      width: Math.min(frame.clientWidth, shape.width),
      height: Math.min(frame.clientHeight, shape.height),
    });
  };
  const drawSoon = (): void => {
    if (frameRequest === 0) frameRequest = requestAnimationFrame(drawSeen);
  };
  const drawWhole = (): void => {
    cancelAnimationFrame(frameRequest);
    frameRequest = 0;
    draw(canvas, data, shape, { ...shape, left: 0, top: 0 });
  };
  drawSeen();
  frame.addEventListener('scroll', drawSoon, { passive: true });
  globalThis.addEventListener('beforeprint', drawWhole);
  globalThis.addEventListener('afterprint', drawSeen);
  return () => {
    cancelAnimationFrame(frameRequest);
    frame.removeEventListener('scroll', drawSoon);
    globalThis.removeEventListener('beforeprint', drawWhole);
    globalThis.removeEventListener('afterprint', drawSeen);
  };
}

function draw(canvas: HTMLCanvasElement, data: HeatMapData, shape: Shape, part: Part): void {
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  // Setting its size also clears the canvas.
  canvas.width = part.width * ratio;
  canvas.height = part.height * ratio;
  canvas.style.width = `${part.width}px`;
  canvas.style.height = `${part.height}px`;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const within = (left: number, top: number, drawInside: () => void): void => {
    context.save();
    context.beginPath();
    context.rect(left, top, part.width, part.height);
    context.clip();
    drawInside();
    context.restore();
  };
  within(LABEL_PX, TOP_PX, () => drawCells(context, data, { shape, part }, style));
  context.fillStyle = style.getPropertyValue('--ink-2').trim();
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  within(0, TOP_PX, () => drawNames(context, data, { shape, part }));
  within(LABEL_PX, 0, () => drawMarks(context, data, { shape, part }));
  // Time of drawing, for measurements: since the page was opened, in ms.
  canvas.dataset['drawn'] = String(performance.now());
}

/** The content to draw, and its visible part. */
type View = { readonly shape: Shape; readonly part: Part };

/** Returns the first of `count` steps that is visible, and the one after the last. */
function seenSteps(from: number, length: number, step: number, count: number): readonly [number, number] {
  return [Math.max(0, Math.floor(from / step)), Math.min(count, Math.ceil((from + length) / step))];
}

/** Draws one path per step: changing the colour for every cell would cost more than drawing it. */
function drawCells(
  context: CanvasRenderingContext2D,
  { rows, columns, value }: HeatMapData,
  { shape: { cellWidth, cellHeight }, part }: View,
  style: CSSStyleDeclaration,
): void {
  const paths = Array.from({ length: STEPS }, () => new Path2D());
  const gap = cellWidth < 6 ? 0.5 : 1.5;
  const [firstRow, endRow] = seenSteps(part.top, part.height, cellHeight, rows.length);
  const [firstColumn, endColumn] = seenSteps(part.left, part.width, cellWidth, columns.length);
  for (let row = firstRow; row < endRow; row += 1) {
    for (let column = firstColumn; column < endColumn; column += 1) {
      const each = value(row, column);
      if (each === null) continue;
      const step = stepOf(each);
      const share = step === 0 ? 0.12 : 0.4 + (0.6 * step) / (STEPS - 1);
      const high = Math.max(1, (cellHeight - gap) * share);
      // A square, or a bar if days are narrower than rows are high.
      const wide = Math.max(1, Math.min(cellWidth - gap, high));
      const left = LABEL_PX - part.left + column * cellWidth + (cellWidth - wide) / 2;
      const top = TOP_PX - part.top + row * cellHeight + (cellHeight - high) / 2;
      paths[step]?.rect(left, top, wide, high);
    }
  }
  for (const [step, path] of paths.entries()) {
    context.fillStyle = style.getPropertyValue(`--heat-${step}`).trim();
    context.fill(path);
  }
}

/** Draws names beside the rows, as many as fit; they stay in view on horizontal scroll. */
function drawNames(
  context: CanvasRenderingContext2D,
  { rows }: HeatMapData,
  { shape: { cellHeight }, part }: View,
): void {
  const every = Math.max(1, Math.ceil(13 / cellHeight));
  const [first, end] = seenSteps(part.top, part.height, cellHeight, rows.length);
  context.textAlign = 'right';
  for (let row = first - (first % every); row < end; row += every) {
    const middle = TOP_PX - part.top + row * cellHeight + cellHeight / 2;
    context.fillText(rows[row]?.label ?? '', LABEL_PX - 8, middle, LABEL_PX - 10);
  }
}

/** Draws marks above the days; they stay in view on vertical scroll. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { columns }: HeatMapData,
  { shape: { cellWidth, width }, part }: View,
): void {
  context.textAlign = 'left';
  let freeFrom = LABEL_PX;
  for (const [column, { mark }] of columns.entries()) {
    if (mark === null) continue;
    const wide = context.measureText(mark).width;
    // The last one is not cut off, even at the edge.
    const left = Math.min(LABEL_PX + column * cellWidth, width - wide);
    if (left < freeFrom) continue;
    context.fillText(mark, left - part.left, 10);
    freeFrom = left + wide + 10;
  }
}

/** Returns a number that increases when the page changes its colours, so that canvases are redrawn. */
function useScheme(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const watch = new MutationObserver(() => setCount((before) => before + 1));
    watch.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => watch.disconnect();
  }, []);
  return count;
}
