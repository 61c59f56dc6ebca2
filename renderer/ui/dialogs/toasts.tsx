import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** How long the offer to undo is shown, in ms. */
const UNDO_MS = 10_000;

type Options = {
  readonly id?: string;
  /** How long it is shown, in ms. */
  readonly autoClose?: number;
};

/** Shows a message in the corner for a while. */
export function notify(message: React.ReactNode, options: Options = {}): void {
  notifications.show({ message, closeButtonProps: { 'aria-label': i18next.t('common:close') }, ...options });
}

type Undo = {
  /** The finished action, as a sentence. */
  readonly text: string;
  /** "Undo" if it is absent. */
  readonly undoLabel?: string;
  readonly undo: () => void;
};

/** Shows what was done and offers to undo it, instead of asking first. */
export function offerUndo({ text, undoLabel, undo }: Undo): void {
  const id = `undo-${text}`;
  notify(
    <span className="row undo-toast">
      <span className="grow">{text}</span>
      <SmallButton
        onClick={() => {
          notifications.hide(id);
          undo();
        }}
      >
        {undoLabel ?? i18next.t('common:undo')}
      </SmallButton>
    </span>,
    { id, autoClose: UNDO_MS },
  );
}
