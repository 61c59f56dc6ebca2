import { Button, FileInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { blockedBy } from '../../ui/why/why.ts';
import { type CopyView, addCopy } from '../../../shared/contract/operations/backups.ts';
import { useFormat } from '../../copy/format.ts';
import { isRefused, type Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { sendBytes } from '../../service/send-bytes.ts';

type Props = { onClose: () => void; onImported: (copy: CopyView) => void };

/** Imports an encrypted backup of another station. */
export function ImportForm({ onClose, onImported }: Props): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isWrong = refusal?.refused === 'INVALID_VALUE';
  const submit = async (): Promise<void> => {
    if (file === null) return;
    setShare(0);
    const outcome = await sendCopy(file, setShare);
    setShare(null);
    if (isRefused(outcome)) return setRefusal(outcome);
    onClose();
    onImported(outcome.reply);
  };
  return (
    <Form className="form" onSubmit={submit}>
      <FileInput
        data-autofocus
        label={t('care:copies.file')}
        description={t('care:copies.fileText')}
        accept=".copy"
        value={file}
        error={isWrong ? t('care:copies.notOne') : undefined}
        onChange={(chosen) => {
          setFile(chosen);
          setRefusal(null);
        }}
      />
      {refusal !== null && !isWrong && <RefusalNote refusal={refusal} />}
      <DialogFoot onCancel={onClose}>
        <Button
          type="submit"
          {...blockedBy(share === null ? file === null && t('common:need.file') : t('common:why.running'))}
        >
          {share === null
            ? t('care:copies.importSubmit')
            : t('care:copies.sending', { share: format.percent(share) })}
        </Button>
      </DialogFoot>
    </Form>
  );
}

/** Uploads an encrypted backup; reports progress. */
async function sendCopy(
  file: File,
  onShare: (share: number) => void,
): Promise<{ readonly reply: CopyView } | Refusal> {
  const sent = await sendBytes({
    endpoint: addCopy,
    path: addCopy.path,
    bytes: file,
    onProgress: (sentBytes) => onShare(file.size === 0 ? 1 : sentBytes / file.size),
  });
  return sent === 'cut' ? { refused: 'offline', message: '' } : sent;
}
