import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** How long the offer to undo is shown, in ms. */
const UNDO_MS = 10_000;

type Undo = {
  /** The finished action, as a sentence. */
  readonly text: string;
  readonly undoLabel: string;
  readonly closeLabel: string;
  readonly undo: () => void;
};

/** Shows what was done and offers to undo it, instead of asking first. */
export function offerUndo({ text, undoLabel, closeLabel, undo }: Undo): void {
  const id = `undo-${text}`;
  notifications.show({
    id,
    message: (
      <span className="row undo-toast">
        <span className="grow">{text}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {undoLabel}
        </Button>
      </span>
    ),
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': closeLabel },
  });
}
