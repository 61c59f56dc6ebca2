import { Button } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { DialogFoot } from './dialog-foot.tsx';

type Props = {
  isOpen: boolean;
  /** Names the subject. */
  title: string;
  /** Explains the consequences. */
  text: string;
  /** The label of the button. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ isOpen, title, text, action, onConfirm, onClose }: Props): React.JSX.Element {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <div className="form">
        <p className="dim">{text}</p>
        <DialogFoot onCancel={onClose} isCancelFocused>
          <Button
            variant="outline"
            color="danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
