import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
        <div className="form-foot">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
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
        </div>
      </div>
    </Modal>
  );
}
