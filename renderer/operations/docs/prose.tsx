import { Fragment } from 'react';

/** A text of the description: what is between backticks is code. */
export function Prose({ text }: { text: string }): React.JSX.Element {
  return (
    <>
      {text.split('`').map((part, index) => (
        // The parts of a text never move.
        <Fragment key={index}>{index % 2 === 1 ? <code>{part}</code> : part}</Fragment>
      ))}
    </>
  );
}
