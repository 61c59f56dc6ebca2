import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { needs } from '../../ui/why/why.ts';
import { createProfile } from '../../../shared/contract/configuration/profiles.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { toChange, useDraft } from '../editor/draft.ts';

type Props = { isOpen: boolean; onClose: () => void };

/** Saves the settings as a profile. */
export function SaveProfileDialog({ isOpen, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('configure:saveProfile.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {isOpen && <Form onClose={onClose} />}
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const values = useDraft((draft) => draft.values);
  const [name, setName] = useState(useDraft.getState().title ?? '');
  const [description, setDescription] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);

  const save = async (): Promise<void> => {
    setSending(true);
    const { change } = toChange(values);
    const outcome = await call(createProfile, {
      body: { name: name.trim(), description, settings: change },
    });
    setSending(false);
    if (isRefused(outcome)) return setRefusal(outcome);
    useDraft.setState({ title: outcome.reply.name });
    onClose();
  };

  return (
    <form
      className="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={t('configure:saveProfile.name')}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={t('configure:saveProfile.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <p className="small dim">{t('configure:saveProfile.text', { count: values.size })}</p>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
        <Button type="submit" loading={isSending} {...needs(name.trim() === '' && t('common:need.name'))}>
          {t('configure:saveProfile.submit')}
        </Button>
      </DialogFoot>
    </form>
  );
}
