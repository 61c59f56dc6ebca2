import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  /** "Cancel" if it is absent; "Close" once there is nothing left to cancel. */
  cancel?: string;
  onCancel: () => void;
  /** True if Enter should cancel, so that nothing irreversible happens by accident. */
  isCancelFocused?: boolean;
  /** The action buttons. */
  children?: React.ReactNode;
};

/** The buttons of a dialog: cancel first, then the action. */
export function DialogFoot({
  cancel,
  onCancel,
  isCancelFocused = false,
  children,
}: Props): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" data-autofocus={isCancelFocused || undefined} onClick={onCancel}>
        {cancel ?? t('cancel')}
      </Button>
      {children}
    </Group>
  );
}
