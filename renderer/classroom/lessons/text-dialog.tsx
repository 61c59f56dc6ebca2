import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { MAX_CLASS_TEXT } from '../../../shared/contract/classroom/class-run.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { typed } from '../../ui/controls/field-props.ts';

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
  const [entered, setEntered] = useState('');
  const text = kind === 'url' ? withScheme(entered.trim()) : entered.trim();
  // Some browsers accept a host name with spaces.
  const isWrong = kind === 'url' && entered.trim() !== '' && (/\s/.test(text) || !URL.canParse(text));
  const submit = (): void => {
    if (entered.trim() !== '' && !isWrong) onText(text);
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
          {...typed(entered, setEntered)}
          error={isWrong ? t('more.notUrl') : undefined}
        />
        <Button
          type="submit"
          size="lg"
          {...needs(isWrong ? t('more.notUrl') : entered.trim() === '' && t('common:need.text'))}
        >
          {t('more.send')}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Adds the scheme, because people type `school.org`. */
function withScheme(address: string): string {
  return /^https?:\/\//i.test(address) ? address : `https://${address}`;
}
