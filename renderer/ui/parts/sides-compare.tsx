import './sides-compare.css';

/** One side of a comparison. */
export type ComparedSide = {
  /** Whose it is. */
  readonly name: string;
  readonly value: string;
  /** What else there is of the value, a line each. */
  readonly lines: readonly string[];
  /** Who and when, as far as it is known; a line each. */
  readonly notes: readonly string[];
  /** In force: this holds now. Aside: kept, and holds not. Null: nothing holds yet. */
  readonly standing: 'inForce' | 'aside' | null;
  readonly standingLabel: string;
};

type Props = {
  sides: readonly [ComparedSide, ComparedSide];
  /** What both had last, in words; stands below. */
  base: React.ReactNode;
};

/** Two values side by side, what holds now, and what both sides agreed on before. */
export function SidesCompare({ sides, base }: Props): React.JSX.Element {
  return (
    <>
      <div className="sides-compare">
        {sides.map((side) => (
          <div key={side.name} className={`side-box ${side.standing ?? ''}`}>
            <div className="row">
              <span className="small faint">{side.name}</span>
              {side.standing !== null && (
                <span className={`side-pill end ${side.standing}`}>{side.standingLabel}</span>
              )}
            </div>
            <div className="side-value">{side.value}</div>
            {side.lines.map((line) => (
              <div key={line} className="small side-line">
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
      <div className="side-base">{base}</div>
    </>
  );
}
