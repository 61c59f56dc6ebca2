import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { addToLibrary } from '../../../shared/contract/content/library.ts';
import {
  contentKindSchema,
  sha256Schema,
  webAddressSchema,
} from '../../../shared/contract/content/library.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';

type Props = { onClose: () => void; onAdded: () => void };

/** Makes the station download a file from a URL. */
export function AddUrlForm({ onClose, onAdded }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const [url, setUrl] = useState('');
  const [kind, setKind] = useState('');
  const [sha256, setSha256] = useState('');
  const { isBusy, refusal, run } = useAction();
  const address = url.trim();
  const digest = sha256.trim();
  const isAddress = webAddressSchema.safeParse(address).success;
  const isDigest = digest === '' || sha256Schema.safeParse(digest).success;
  const chosen = contentKindSchema.safeParse(kind);

  const submit = async (): Promise<void> => {
    if (!isAddress || !isDigest) return;
    const reply = await run(
      call(addToLibrary, {
        body: {
          url: address,
          ...(chosen.success ? { kind: chosen.data } : {}),
          ...(digest === '' ? {} : { sha256: digest }),
        },
      }),
    );
    if (reply === null) return;
    onAdded();
    onClose();
  };

  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('addUrl.url')}
        description={t('addUrl.urlText')}
        placeholder="https://"
        {...typed(url, setUrl)}
        error={address !== '' && !isAddress ? t('addUrl.urlWrong') : undefined}
      />
      <NativeSelect
        label={t('addUrl.kind')}
        {...typed(kind, setKind)}
        data={[
          { value: '', label: t('addUrl.byName') },
          ...contentKindSchema.options.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
      />
      <TextInput
        label={t('addUrl.sha256')}
        description={t('addUrl.sha256Text')}
        {...typed(sha256, setSha256)}
        error={isDigest ? undefined : t('addUrl.sha256Wrong')}
      />
      <FormFoot
        action={t('addUrl.submit')}
        isBusy={isBusy}
        missing={!isAddress ? t('addUrl.urlWrong') : !isDigest && t('addUrl.sha256Wrong')}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}
