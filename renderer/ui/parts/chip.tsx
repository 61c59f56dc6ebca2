type Props = { isOn: boolean; onClick: () => void; children: React.ReactNode };

/** A button that stays pressed, such as a filter. */
export function Chip({ isOn, onClick, children }: Props): React.JSX.Element {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}
