import { Button, PasswordInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { Refusal } from '../../service/api.ts';
import { openSessionByPasscode } from '../../service/session.ts';
import { RefusalNote } from './refusal-note.tsx';

/** Asks for the passcode that lets this station be administered over the local network. */
export function PasscodeForm(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const [passcode, setPasscode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal['refused'] | null>(null);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const code = await openSessionByPasscode(passcode);
    setBusy(false);
    setRefused(code);
  };
  return (
    <form className="stack passcode" onSubmit={(event) => void submit(event)}>
      <PasswordInput
        data-autofocus
        label={t('passcode.label')}
        description={t('passcode.text')}
        autoComplete="current-password"
        maxLength={128}
        value={passcode}
        visibilityToggleButtonProps={{ 'aria-label': t('passcode.show') }}
        error={refused === 'UNAUTHENTICATED' ? t('passcode.wrong') : undefined}
        onChange={(event) => setPasscode(event.currentTarget.value)}
      />
      {refused !== null && refused !== 'UNAUTHENTICATED' && (
        <RefusalNote refusal={{ refused, message: '' }} />
      )}
      <div>
        <Button type="submit" loading={isBusy} disabled={passcode === ''}>
          {t('passcode.open')}
        </Button>
      </div>
    </form>
  );
}
