import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { useFormat } from '../../copy/format.ts';
import { openSessionByPasscode, type PasscodeRefusal } from '../../service/session.ts';
import { RefusalNote } from './refusal-note.tsx';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  /** Handles the passcode; returns why it was refused. By default it opens a session. */
  onPasscode?: (passcode: string) => Promise<PasscodeRefusal | null>;
  /** The label of the button; by default signing in. */
  action?: string;
  text?: string;
  /** Other ways to continue, beside the button. */
  children?: React.ReactNode;
};

/** Asks for a passcode: by default the one that opens this station over the local network. */
export function PasscodeForm(props: Props): React.JSX.Element {
  const { onPasscode = openSessionByPasscode, action, text, children } = props;
  const { t } = useTranslation(['shell', 'common']);
  const [passcode, setPasscode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<PasscodeRefusal | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const wrong = useWrongLabels(refusal);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const refused = await onPasscode(passcode);
    setBusy(false);
    setRefusal(refused);
    // Wrong: selects the text for the next attempt.
    if (refused !== null) field.current?.select();
  };
  return (
    <Form className="stack passcode" onSubmit={submit}>
      <PasswordInput
        ref={field}
        data-autofocus
        label={t('passcode.label')}
        description={text ?? t('passcode.text')}
        autoComplete="current-password"
        maxLength={128}
        {...typed(passcode, setPasscode)}
        visibilityToggleButtonProps={{ 'aria-label': t('passcode.show') }}
        error={wrong ?? undefined}
      />
      {refusal?.refused === 'offline' && <RefusalNote refusal={{ refused: 'offline', message: '' }} />}
      <div className="row">
        <Button type="submit" loading={isBusy} {...needs(passcode === '' && t('common:need.passcode'))}>
          {action ?? t('passcode.open')}
        </Button>
        {children}
      </div>
    </Form>
  );
}

/** Returns what was wrong with the passcode, and until when further attempts are blocked. */
function useWrongLabels(refusal: PasscodeRefusal | null): string | null {
  const { t } = useTranslation('shell');
  const format = useFormat();
  if (refusal?.refused === 'UNAUTHENTICATED') return t('passcode.wrong');
  if (refusal?.refused !== 'RATE_LIMITED') return null;
  // To the minute, and never too early.
  return t('passcode.tooMany', { when: format.clock(refusal.untilMs + 59_000) });
}
