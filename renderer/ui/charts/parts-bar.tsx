import { Link } from 'wouter';

import './charts.css';

/** Meaning of a part; each has its own texture besides its colour. */
export type PartTone = 'good' | 'middle' | 'moving' | 'warn' | 'bad' | 'none';

export type Part = {
  readonly key: string;
  readonly tone: PartTone;
  readonly count: number;
  /** The count as text: "26 good". */
  readonly label: string;
  readonly href?: string | undefined;
};

/** A whole divided into parts, with text for each below; empty parts are hidden. */
export function PartsBar({ parts }: { parts: readonly Part[] }): React.JSX.Element {
  const nonEmpty = parts.filter(({ count }) => count > 0);
  return (
    <div className="parts grid snug">
      <div className="parts-bar" aria-hidden="true">
        {nonEmpty.map(({ key, tone, count }) => (
          <span key={key} className={`part-${tone}`} style={{ flexGrow: count, flexBasis: 0 }} />
        ))}
      </div>
      <ul className="parts-list wrap small">
        {nonEmpty.map(({ key, tone, label, href }) => (
          <li key={key} className="row snug">
            <span className={`part-key part-${tone}`} aria-hidden="true" />
            {href === undefined ? label : <Link href={href}>{label}</Link>}
          </li>
        ))}
      </ul>
    </div>
  );
}
