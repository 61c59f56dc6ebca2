type TextChange = { readonly currentTarget: { readonly value: string } };
type TickChange = { readonly currentTarget: { readonly checked: boolean } };

/** Returns the properties of a field with this text. */
export function typed(value: string, onChange: (value: string) => void) {
  return { value, onChange: ({ currentTarget }: TextChange) => onChange(currentTarget.value) };
}

/** Returns the properties of a list of which one of these values is chosen. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  value: Value,
  onChange: (value: Value) => void,
) {
  return typed(value, (text) => {
    const chosen = values.find((each) => each === text);
    if (chosen !== undefined) onChange(chosen);
  });
}

/** Returns the properties of a box or switch that is on or off. */
export function ticked(checked: boolean, onChange: (isOn: boolean) => void) {
  return { checked, onChange: ({ currentTarget }: TickChange) => onChange(currentTarget.checked) };
}
