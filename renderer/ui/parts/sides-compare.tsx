import './sides-compare.css';

/** One side of a comparison. */
export type ComparedSide = {
  readonly name: string;
  readonly value: string;
  /** Further details of the value, one line each. */
  readonly lines: readonly string[];
  /** Author and time, if known; one line each. */
  readonly notes: readonly string[];
  /** In force: this value applies. Aside: stored, but not applied. Null: no value applies yet. */
  readonly state: 'inForce' | 'aside' | null;
  readonly stateLabel: string;
};

type Props = {
  sides: readonly [ComparedSide, ComparedSide];
  /** The last common value, in words; shown below. */
  base: React.ReactNode;
};

/** Two values side by side, with the one that applies, and the last common value. */
export function SidesCompare({ sides, base }: Props): React.JSX.Element {
  return (
    <>
      <div className="cells">
        {sides.map((side) => (
          <div key={side.name} className={`side-box card breaks ${side.state ?? ''}`}>
            <div className="row">
              <span className="small faint">{side.name}</span>
              {side.state !== null && (
                <span className={`pill end ${side.state === 'inForce' ? 'on' : ''}`}>{side.stateLabel}</span>
              )}
            </div>
            <div className="side-value">{side.value}</div>
            {side.lines.map((line) => (
              <div key={line} className="small dim">
                {line}
              </div>
            ))}
            {side.notes.map((note) => (
              <div key={note} className="small dim">
                {note}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="row small faint">{base}</div>
    </>
  );
}
