import './charts.css';

export type Column = {
  readonly key: string;
  readonly value: number;
  readonly title: string;
  readonly mark: string | null;
};

const WIDTH = 600;
const HEIGHT = 120;
const FOOT = 18;

/** Values over time as columns on one base line. Decorative beside its table: each column says itself on hover only. */
export function ColumnsChart({
  columns,
  label,
}: {
  columns: readonly Column[];
  label: string;
}): React.JSX.Element {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const step = WIDTH / Math.max(1, columns.length);
  const wide = Math.max(1, Math.min(28, step * 0.72));
  const every = Math.ceil(70 / step);
  return (
    <svg className="columns-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-label={label}>
      <rect className="base" x={0} y={HEIGHT} width={WIDTH} height={1} />
      {columns.map(({ key, value, title }, index) => {
        const high = (value / most) * (HEIGHT - 6);
        return (
          <rect
            key={key}
            x={index * step + (step - wide) / 2}
            y={HEIGHT - high}
            width={wide}
            height={high}
            rx={1.5}
          >
            <title>{title}</title>
          </rect>
        );
      })}
      {columns.map(({ key, mark }, index) =>
        mark !== null && index % every === 0 ? (
          <text key={key} x={index * step} y={HEIGHT + 14}>
            {mark}
          </text>
        ) : null,
      )}
    </svg>
  );
}
