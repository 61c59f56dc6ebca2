import { Link } from 'wouter';

import './charts.css';

/** One line of a list of bars. `value` against the largest of them; `figure` is what is read. */
export type Bar = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly figure: string;
  readonly sub?: string | undefined;
  /** Where the headsets behind it are shown. */
  readonly href?: string | undefined;
};

/** Figures as bars, longest possible for the largest; each leads to what stands behind it. */
export function Bars({ bars }: { bars: readonly Bar[] }): React.JSX.Element {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bars">
      {bars.map(({ key, label, value, figure, sub, href }) => (
        <li key={key}>
          <span className="bar-head">
            {href === undefined ? (
              <b className="cut">{label}</b>
            ) : (
              <Link href={href} className="bar-link cut">
                <b>{label}</b>
              </Link>
            )}
            <span className="nowrap">{figure}</span>
          </span>
          <span className="bar-track" aria-hidden="true">
            <span style={{ width: `${(value / most) * 100}%` }} />
          </span>
          {sub !== undefined && <span className="micro faint">{sub}</span>}
        </li>
      ))}
    </ul>
  );
}
