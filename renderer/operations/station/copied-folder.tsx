import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { settleCopy } from '../../../shared/contract/operations/station.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readStation } from '../../model/station/station-facts.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** Asks about a data folder whose location changed: it was moved, or this station gets its own name. */
export function CopiedFolder({ onSettled }: { onSettled: () => void }): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const { isBusy, refusal, run } = useAction();

  const settle = async (body: { name?: string }): Promise<void> => {
    const reply = await run(call(settleCopy, { body }));
    if (reply === null) return;
    setNaming(false);
    void readStation();
    onSettled();
  };

  return (
    <span className="row wrap">
      <SmallButton loading={isBusy} onClick={() => void settle({})}>
        {t('care:copied.moved')}
      </SmallButton>
      <SmallButton loading={isBusy} onClick={() => setNaming(true)}>
        {t('care:copied.rename')}
      </SmallButton>
      <Dialog isOpen={isNaming} onClose={() => setNaming(false)} title={t('care:copied.title')}>
        <Form className="form" onSubmit={() => settle({ name: name.trim() })}>
          <p className="dim">{t('care:copied.text')}</p>
          <TextInput data-autofocus label={t('care:copied.name')} maxLength={128} {...typed(name, setName)} />
          {refusal !== null && <RefusalNote refusal={refusal} />}
          <Button type="submit" loading={isBusy} {...needs(name.trim() === '' && t('common:need.name'))}>
            {t('care:copied.submit')}
          </Button>
        </Form>
      </Dialog>
      {!isNaming && refusal !== null && <RefusalNote refusal={refusal} />}
    </span>
  );
}
