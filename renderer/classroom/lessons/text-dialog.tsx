import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { MAX_CLASS_TEXT } from '../../../shared/contract/classroom/class-run.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Props = {
  kind: 'url' | 'text';
  /** Whom it goes to. */
  to: string;
  onText: (text: string) => void;
  onClose: () => void;
};

/** Asks for a URL or a short text, and sends it. */
export function TextDialog({ kind, to, onText, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['class', 'common']);
  const [typed, setTyped] = useState('');
  const text = kind === 'url' ? withScheme(typed.trim()) : typed.trim();
  // Some browsers accept a host name with spaces.
  const isWrong = kind === 'url' && typed.trim() !== '' && (/\s/.test(text) || !URL.canParse(text));
  const submit = (): void => {
    if (typed.trim() !== '' && !isWrong) onText(text);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t(`kind.${kind}`)}>
      <Form className="stack" onSubmit={submit}>
        <p className="dim">{to}</p>
        <TextInput
          data-autofocus
          size="lg"
          label={t(`more.${kind}Label`)}
          maxLength={kind === 'url' ? 2_048 : MAX_CLASS_TEXT}
          value={typed}
          error={isWrong ? t('more.notUrl') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="lg"
          {...needs(isWrong ? t('more.notUrl') : typed.trim() === '' && t('common:need.text'))}
        >
          {t('more.send')}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Adds the scheme, because people type `school.org`. */
function withScheme(typed: string): string {
  return /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
}
