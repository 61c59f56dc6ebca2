type Props = Omit<React.ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

/** A form whose content is handled by `onSubmit`, and not sent by the browser. */
export function Form({ onSubmit, ...rest }: Props): React.JSX.Element {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
