/** The logo: four bars and a stroke, a tally of five. */
export function MusterMark(): React.JSX.Element {
  return (
    <svg className="muster-mark" viewBox="0 0 24 22" aria-hidden="true">
      <path
        d="M4.5 3v16M9.5 3v16M14.5 3v16M19.5 3v16"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M1.5 16.5 22.5 5.5" stroke="var(--act)" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
