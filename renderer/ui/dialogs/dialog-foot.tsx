import { Button, Group } from '@mantine/core';

type Props = {
  /** The words of the way out: "Cancel", or "Close" once there is nothing left to cancel. */
  cancel: string;
  onCancel: () => void;
  /** True where the way out is what Enter should do: nothing that cannot be undone is done by accident. */
  isCancelFocused?: boolean;
  /** The buttons that do it. */
  children?: React.ReactNode;
};

/** The foot of a dialog: the way out first, then what it is for. */
export function DialogFoot({
  cancel,
  onCancel,
  isCancelFocused = false,
  children,
}: Props): React.JSX.Element {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" data-autofocus={isCancelFocused || undefined} onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </Group>
  );
}
