type Props = {
  title: string;
  /** Id of the title, if it names the panel. */
  titleId?: string;
  className?: string;
  children: React.ReactNode;
};

/** A part of a screen under its title. */
export function Panel({ title, titleId, className = 'panel', children }: Props): React.JSX.Element {
  return (
    <section className={className} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
      </header>
      {children}
    </section>
  );
}
