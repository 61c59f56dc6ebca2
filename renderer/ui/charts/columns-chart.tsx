import './charts.css';

export type Column = {
  readonly key: string;
  readonly value: number;
  readonly title: string;
  readonly mark: string | null;
};

const WIDTH = 600;
const HEIGHT = 120;
/** The distance of two marks, so that they fit on a phone too. */
const MARK = 110;

/** Values over time as columns. Decorative beside its table: columns show text on hover only. */
export function ColumnsChart({
  columns,
  label,
  onOpen,
}: {
  columns: readonly Column[];
  label: string;
  /** Called when a column is pressed; by keyboard its table has the links. */
  onOpen?: ((index: number) => void) | undefined;
}): React.JSX.Element {
  const max = Math.max(1, ...columns.map(({ value }) => value));
  const step = WIDTH / Math.max(1, columns.length);
  const wide = Math.max(1, Math.min(28, step * 0.72));
  const marked = spaced(columns, Math.ceil(MARK / step));
  return (
    <>
      <svg
        className={`columns-chart${onOpen === undefined ? '' : ' is-open'}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <rect className="base" x={0} y={HEIGHT} width={WIDTH} height={1} />
        {columns.map(({ key, value, title }, index) => {
          const high = (value / max) * (HEIGHT - 6);
          return (
            <rect
              key={key}
              x={index * step + (step - wide) / 2}
              y={HEIGHT - high}
              width={wide}
              height={high}
              rx={1.5}
              onClick={() => value > 0 && onOpen?.(index)}
            >
              <title>{title}</title>
            </rect>
          );
        })}
      </svg>
      <div className="columns-marks micro dim" aria-hidden="true">
        {columns.map(({ key, mark }, index) =>
          marked.has(index) ? (
            <span key={key} style={{ left: `${(index * step * 100) / WIDTH}%` }}>
              {mark}
            </span>
          ) : null,
        )}
      </div>
    </>
  );
}

/** Returns the marks that fit, from the first on, with a minimum distance. */
function spaced(columns: readonly Column[], every: number): ReadonlySet<number> {
  const stored = new Set<number>();
  let free = 0;
  for (const [index, { mark }] of columns.entries()) {
    if (mark === null || index < free) continue;
    stored.add(index);
    free = index + every;
  }
  return stored;
}
