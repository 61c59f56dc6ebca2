import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  /** URL of the internet test; null: skipped. */
  address: string | null;
  isBusy: boolean;
  onChange: (address: string | null) => void;
};

/** Sets the URL of the internet test; the station makes no request unasked. */
export function InternetPanel({ address, isBusy, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('station');
  const [text, setText] = useState(address ?? '');
  const trimmed = text.trim();
  const isAddress = URL.canParse(trimmed) && new URL(trimmed).protocol === 'http:';
  const submit = (): void => {
    if (isAddress) onChange(trimmed);
  };
  return (
    <Panel title={t('internet.title')}>
      <Form className="form pad" onSubmit={submit}>
        <TextInput
          label={t('internet.label')}
          description={t('internet.text')}
          placeholder="http://"
          {...typed(text, setText)}
          error={trimmed !== '' && !isAddress ? t('internet.wrong') : undefined}
        />
        <div className="row">
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
            {...needs(!isAddress && t('internet.wrong'))}
          >
            {t('internet.ask')}
          </Button>
          {address !== null && (
            <Button
              variant="subtle"
              loading={isBusy}
              onClick={() => {
                setText('');
                onChange(null);
              }}
            >
              {t('internet.stop')}
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  );
}
