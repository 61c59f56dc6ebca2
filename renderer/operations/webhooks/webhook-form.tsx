import { TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { STATION_EVENT_TYPES } from '../../../shared/contract/devices/events.ts';
import { WEBHOOK_STATE_TYPES, createWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { SignatureCheck } from './signature-check.tsx';

/** Types to choose from; others can be typed, because agents have their own. */
const TYPES = [
  'device.*',
  ...WEBHOOK_STATE_TYPES,
  'event.*',
  ...[
    'APP_STARTED',
    'APP_STOPPED',
    'VIDEO_STARTED',
    'VIDEO_STOPPED',
    'DOWNLOAD_FAILED',
    'INSTALL_FAILED',
  ].map((type) => `event.${type}`),
  ...STATION_EVENT_TYPES.map((type) => `event.${type}`),
];

type Props = {
  onClose: () => void;
  /** Called with the secret, which is shown only now. */ onCreated: (secret: string) => void;
};

/** Adds a webhook. */
export function WebhookForm({ onClose, onCreated }: Props): React.JSX.Element {
  const { t } = useTranslation('station');
  const [url, setUrl] = useState('');
  const [label, setLabel] = useState('');
  const [types, setTypes] = useState<string[]>([]);
  const { isBusy, refusal, run } = useAction();
  const address = url.trim();
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

  const submit = async (): Promise<void> => {
    if (!isAddress) return;
    const reply = await run(
      call(createWebhook, {
        body: {
          url: address,
          ...(label.trim() === '' ? {} : { label: label.trim() }),
          ...(types.length === 0 ? {} : { types }),
        },
      }),
    );
    if (reply !== null) onCreated(reply.secret);
  };

  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('webhooks.url')}
        placeholder="https://"
        {...typed(url, setUrl)}
        error={address !== '' && !isAddress ? t('webhooks.urlWrong') : undefined}
      />
      <TextInput label={t('webhooks.label')} maxLength={128} {...typed(label, setLabel)} />
      <TagsInput
        label={t('webhooks.types')}
        description={t('webhooks.typesText')}
        placeholder={types.length === 0 ? t('webhooks.everything') : ''}
        data={TYPES}
        splitChars={[',', ' ']}
        maxDropdownHeight={240}
        value={types}
        onChange={setTypes}
      />
      <SignatureCheck />
      <FormFoot
        action={t('webhooks.addSubmit')}
        isBusy={isBusy}
        missing={!isAddress && t('webhooks.urlWrong')}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}
