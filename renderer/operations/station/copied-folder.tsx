import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { needs } from '../../ui/why/why.ts';
import { settleCopy } from '../../../shared/contract/operations/station.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readStation } from '../../model/station/station-facts.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Asks about a data folder whose location changed: it was moved, or this station gets its own name. */
export function CopiedFolder({ onSettled }: { onSettled: () => void }): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const settle = async (body: { name?: string }): Promise<void> => {
    setBusy(true);
    const outcome = await call(settleCopy, { body });
    setBusy(false);
    if (isRefused(outcome)) return setRefusal(outcome);
    setNaming(false);
    void readStation();
    onSettled();
  };

  return (
    <span className="row wrap">
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void settle({})}>
        {t('care:copied.moved')}
      </Button>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => setNaming(true)}>
        {t('care:copied.rename')}
      </Button>
      <Modal
        opened={isNaming}
        onClose={() => setNaming(false)}
        title={t('care:copied.title')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void settle({ name: name.trim() });
          }}
        >
          <p className="dim">{t('care:copied.text')}</p>
          <TextInput
            data-autofocus
            label={t('care:copied.name')}
            maxLength={128}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          {refusal !== null && <RefusalNote refusal={refusal} />}
          <Button type="submit" loading={isBusy} {...needs(name.trim() === '' && t('common:need.name'))}>
            {t('care:copied.submit')}
          </Button>
        </form>
      </Modal>
      {!isNaming && refusal !== null && <RefusalNote refusal={refusal} />}
    </span>
  );
}
