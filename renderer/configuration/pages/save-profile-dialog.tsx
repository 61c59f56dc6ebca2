import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { createProfile } from '../../../shared/contract/configuration/profiles.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { toChange, useDraft } from '../editor/draft.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';

/** Saves the settings as a profile. */
export function SaveProfileForm({ onClose }: { onClose: () => void }): React.JSX.Element {
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
      <TextInput label={t('configure:saveProfile.name')} data-autofocus {...typed(name, setName)} />
      <Textarea label={t('configure:saveProfile.description')} {...typed(description, setDescription)} />
      <p className="small dim">{t('configure:saveProfile.text', { count: values.size })}</p>
      <FormFoot
        action={t('configure:saveProfile.submit')}
        isBusy={isSending}
        missing={name.trim() === '' && t('common:need.name')}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}
