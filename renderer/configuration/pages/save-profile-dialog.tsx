import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { createProfile } from '../../../shared/contract/configuration/profiles.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { toChange, useDraft } from '../editor/draft.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Saves the settings as a profile. */
export function SaveProfileDialog({ isOpen, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('configure:saveProfile.title')}>
      <ProfileForm onClose={onClose} />
    </Dialog>
  );
}

function ProfileForm({ onClose }: { onClose: () => void }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const values = useDraft((draft) => draft.values);
  const [name, setName] = useState(useDraft.getState().title ?? '');
  const [description, setDescription] = useState('');
  const { isBusy: isSending, refusal, run } = useAction();

  const save = async (): Promise<void> => {
    const { change } = toChange(values);
    const reply = await run(
      call(createProfile, {
        body: { name: name.trim(), description, settings: change },
      }),
    );
    if (reply === null) return;
    useDraft.setState({ title: reply.name });
    onClose();
  };

  return (
    <Form className="stack wide" onSubmit={save}>
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
    </Form>
  );
}
