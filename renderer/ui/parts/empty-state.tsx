type Props = {
  title: string;
  /** Says why nothing is here and what to do. */
  text: string;
  children?: React.ReactNode;
};

/** A list without entries: why it is empty, and the way on. */
export function EmptyState({ title, text, children }: Props): React.JSX.Element {
  return (
    <section className="empty-state">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="row empty-state-actions">{children}</div>
    </section>
  );
}
