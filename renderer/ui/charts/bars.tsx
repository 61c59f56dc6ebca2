import { Link } from 'wouter';

import './charts.css';

/** A bar of a list, scaled to the largest `value`; `figure` is its text. */
export type Bar = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly figure: string;
  readonly sub?: string | undefined;
  /** URL that shows the headsets behind it. */
  readonly href?: string | undefined;
};

/** Figures as bars, the largest at full length; each links to the headsets behind it. */
export function Bars({ bars }: { bars: readonly Bar[] }): React.JSX.Element {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="grid bars">
      {bars.map(({ key, label, value, figure, sub, href }) => (
        <li key={key} className="grid tight">
          <span className="row top roomy spread">
            {href === undefined ? (
              <b className="cut">{label}</b>
            ) : (
              <Link href={href} className="bar-link cut">
                <b>{label}</b>
              </Link>
            )}
            <span className="nowrap">{figure}</span>
          </span>
          <span className="track ink" aria-hidden="true">
            <i style={{ width: `${(value / max) * 100}%` }} />
          </span>
          {sub !== undefined && <span className="micro faint">{sub}</span>}
        </li>
      ))}
    </ul>
  );
}
