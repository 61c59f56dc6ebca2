import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogFoot } from './dialog-foot.tsx';

type Props = {
  isOpen: boolean;
  /** Names what it is about. */
  title: string;
  /** What follows from it. */
  text: string;
  /** What the button does, in its own words. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ isOpen, title, text, action, onConfirm, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className="form">
        <p className="dim">{text}</p>
        <DialogFoot cancel={t('cancel')} onCancel={onClose} isCancelFocused>
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
    </Modal>
  );
}
