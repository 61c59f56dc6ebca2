import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  /** Always, for one that is only rendered while it is open. */
  isOpen?: boolean;
  onClose: () => void;
  title: string;
  size?: 'md' | 'lg' | 'xl';
  children: React.ReactNode;
};

/** A dialog whose content is reset each time it opens. */
export function Dialog({ isOpen = true, onClose, title, size = 'md', children }: Props): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isOpen && children}
    </Modal>
  );
}
