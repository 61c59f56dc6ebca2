type Props<Value> = {
  /** What is chosen. */
  label?: string;
  /** Id of the element that says it instead. */
  labelId?: string;
  className?: string;
  value: Value;
  /** Each value with its words. */
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
};

/** Buttons side by side, of which the chosen one stays pressed. */
export function Segments<Value>({
  label,
  labelId,
  className = '',
  value,
  options,
  onChange,
}: Props<Value>): React.JSX.Element {
  return (
    <div className={`seg ${className}`} role="group" aria-label={label} aria-labelledby={labelId}>
      {options.map(([option, words]) => (
        <button key={words} type="button" aria-pressed={value === option} onClick={() => onChange(option)}>
          {words}
        </button>
      ))}
    </div>
  );
}
