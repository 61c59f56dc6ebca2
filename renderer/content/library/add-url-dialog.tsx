import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { addToLibrary } from '../../../shared/contract/content/library.ts';
import {
  contentKindSchema,
  sha256Schema,
  webAddressSchema,
} from '../../../shared/contract/content/library.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';

type Props = { isOpen: boolean; onClose: () => void; onAdded: () => void };

/** Makes the station download a file from a URL. */
export function AddUrlDialog({ isOpen, onClose, onAdded }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="lg" title={t('content:addUrl.title')}>
      <AddUrlForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function AddUrlForm({ onClose, onAdded }: Omit<Props, 'isOpen'>): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
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
        label={t('content:addUrl.url')}
        description={t('content:addUrl.urlText')}
        placeholder="https://"
        value={url}
        error={address !== '' && !isAddress ? t('content:addUrl.urlWrong') : undefined}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('content:addUrl.kind')}
        value={kind}
        data={[
          { value: '', label: t('content:addUrl.byName') },
          ...contentKindSchema.options.map((value) => ({ value, label: t(`content:kind.${value}`) })),
        ]}
        onChange={(event) => setKind(event.currentTarget.value)}
      />
      <TextInput
        label={t('content:addUrl.sha256')}
        description={t('content:addUrl.sha256Text')}
        value={sha256}
        error={isDigest ? undefined : t('content:addUrl.sha256Wrong')}
        onChange={(event) => setSha256(event.currentTarget.value)}
      />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
        <Button
          type="submit"
          loading={isBusy}
          {...needs(!isAddress ? t('content:addUrl.urlWrong') : !isDigest && t('content:addUrl.sha256Wrong'))}
        >
          {t('content:addUrl.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
}
