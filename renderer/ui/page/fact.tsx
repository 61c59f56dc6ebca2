type Props = React.ComponentProps<'dd'> & { name: React.ReactNode };

/** One line of a list of facts: what it is called, and what it is. */
export function Fact({ name, ...value }: Props): React.JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  );
}
