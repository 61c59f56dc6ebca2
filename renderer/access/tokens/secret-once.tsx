import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = {
  secret: string;
  /** Explains what to do with it, and that it is not shown again. */ text: string;
  onDone: () => void;
};

/** A secret that is shown only now. */
export function SecretOnce({ secret, text, onDone }: Props): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  return (
    <div className="form">
      <p>{text}</p>
      <p className="once raw mono" data-secret tabIndex={0} aria-label={t('station:secret')}>
        {secret}
      </p>
      <div className="form-foot">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              leftSection={copied ? <IconCheck className="i s" /> : <IconCopy className="i s" />}
              onClick={copy}
            >
              {copied ? t('station:copied') : t('station:copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  );
}
