type Props = {
  title: string;
  /** Explains why it is empty and what to do. */
  text: string;
  children?: React.ReactNode;
};

/** An empty list: why, and what to do. */
export function EmptyState({ title, text, children }: Props): React.JSX.Element {
  return (
    <section className="empty-state">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="row empty-state-actions">{children}</div>
    </section>
  );
}
