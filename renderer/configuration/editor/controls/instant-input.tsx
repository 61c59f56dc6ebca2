import { TextInput } from '@mantine/core';

type InstantProps = { label: string; value: unknown; onChange: (value: string | undefined) => void };

/** A moment, entered as date and time of this computer and stored with its zone. */
export function InstantInput({ label, value, onChange }: InstantProps): React.JSX.Element {
  return (
    <TextInput
      type="datetime-local"
      aria-label={label}
      value={typeof value === 'string' ? toLocal(value) : ''}
      onChange={(event) => {
        const atMs = new Date(event.currentTarget.value).getTime();
        onChange(Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString());
      }}
    />
  );
}

function toLocal(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
