import { Link } from 'wouter';

import './charts.css';

/** How a part of a whole is to be taken; each has a texture of its own besides its colour. */
export type PartTone = 'good' | 'middle' | 'moving' | 'warn' | 'bad' | 'none';

export type Part = {
  readonly key: string;
  readonly tone: PartTone;
  readonly count: number;
  /** The count in words: "26 good". */
  readonly label: string;
  readonly href?: string | undefined;
};

/** A whole in its parts, with every part in words below; parts of nothing are left out. */
export function PartsBar({ parts }: { parts: readonly Part[] }): React.JSX.Element {
  const there = parts.filter(({ count }) => count > 0);
  return (
    <div className="parts">
      <div className="parts-bar" aria-hidden="true">
        {there.map(({ key, tone, count }) => (
          <span key={key} className={`part-${tone}`} style={{ flexGrow: count, flexBasis: 0 }} />
        ))}
      </div>
      <ul className="parts-list">
        {there.map(({ key, tone, label, href }) => (
          <li key={key}>
            <span className={`part-key part-${tone}`} aria-hidden="true" />
            {href === undefined ? label : <Link href={href}>{label}</Link>}
          </li>
        ))}
      </ul>
    </div>
  );
}
