import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { addCopy, downloadCopy } from '../../../shared/contract/operations/backups.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { isPassphrase } from './passphrase.ts';
import { saveBytes } from './save-bytes.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { name: string; onClose: () => void; onSealed: () => void };

/** Encrypts a backup with the station's keys into a file for another computer. */
export function SealForm({ name, onClose, onSealed }: Props): React.JSX.Element {
  const { t } = useTranslation(['care', 'station']);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isGood = isPassphrase(passphrase) && again === passphrase;
  const submit = async (): Promise<void> => {
    if (!isGood) return;
    setBusy(true);
    const outcome = await call(addCopy, { body: { backupName: name, passphrase } });
    const failed = isRefused(outcome) ? outcome : await saveCopy(outcome.reply.name);
    setBusy(false);
    setRefusal(failed);
    onSealed();
    if (failed === null) onClose();
  };
  return (
    <Form className="form" onSubmit={submit}>
      <p className="dim">{t('care:copies.exportText')}</p>
      <PasswordInput
        data-autofocus
        label={t('care:copies.passphrase')}
        description={t('care:copies.rule')}
        autoComplete="new-password"
        {...typed(passphrase, setPassphrase)}
        error={passphrase !== '' && !isPassphrase(passphrase) ? t('care:copies.tooShort') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('station:show') }}
      />
      <PasswordInput
        label={t('care:copies.again')}
        autoComplete="new-password"
        {...typed(again, setAgain)}
        error={again !== '' && again !== passphrase ? t('care:copies.differs') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('station:show') }}
      />
      {refusal?.refused === 'CONFLICT' ? (
        <p className="note bad" role="alert">
          <StateGlyph state="failed" />
          {t('care:copies.notSealed')}
        </p>
      ) : (
        refusal !== null && <RefusalNote refusal={refusal} />
      )}
      <FormFoot
        action={t('care:copies.exportSubmit')}
        isBusy={isBusy}
        missing={!isGood && t(isPassphrase(passphrase) ? 'care:copies.differs' : 'care:copies.tooShort')}
        onCancel={onClose}
      />
    </Form>
  );
}

/** Downloads the encrypted file. */
export function saveCopy(copyName: string): Promise<Refusal | null> {
  return saveBytes(address(downloadCopy.path, { copyName }), copyName);
}
