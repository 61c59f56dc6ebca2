import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { type BackupView, openCopy } from '../../../shared/contract/operations/backups.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { isPassphrase } from './passphrase.ts';

type Props = { name: string; onClose: () => void; onOpened: (backup: BackupView) => void };

/** Asks for the passphrase and decrypts an encrypted backup. */
export function OpenCopyForm({ name, onClose, onOpened }: Props): React.JSX.Element {
  const { t } = useTranslation(['care', 'station']);
  const [passphrase, setPassphrase] = useState('');
  const { isBusy, refusal, run, refuse } = useAction();
  const isWrong = refusal?.refused === 'INVALID_VALUE';
  const submit = async (): Promise<void> => {
    if (!isPassphrase(passphrase)) return;
    const reply = await run(call(openCopy, { params: { copyName: name }, body: { passphrase } }));
    if (reply === null) return;
    onClose();
    onOpened(reply);
  };
  return (
    <Form className="form" onSubmit={submit}>
      <p className="dim">{t('care:copies.openText')}</p>
      <PasswordInput
        data-autofocus
        label={t('care:copies.passphrase')}
        autoComplete="off"
        value={passphrase}
        error={isWrong ? t('care:copies.wrong') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('station:show') }}
        onChange={(event) => {
          setPassphrase(event.currentTarget.value);
          refuse(null);
        }}
      />
      <FormFoot
        action={t('care:copies.openSubmit')}
        isBusy={isBusy}
        missing={!isPassphrase(passphrase) && t('care:copies.tooShort')}
        refusal={isWrong ? null : refusal}
        onCancel={onClose}
      />
    </Form>
  );
}
