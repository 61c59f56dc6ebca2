import { FileButton, Progress } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { cancelUpload, getUpload } from '../../../shared/contract/content/library-uploads.ts';
import type { LibraryUploadView } from '../../../shared/contract/content/library-uploads.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { allBegun, begunOf, removeBegun } from '../uploads/begun.ts';
import { addUploads, useUploads } from '../uploads/uploads.ts';

/** Unfinished uploads of earlier windows, with the bytes received. */
export function LeftoverRows(): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const byKey = useUploads((uploads) => uploads.byKey);
  const { reply, reload } = useQuery<readonly LibraryUploadView[]>(async (signal) => ({
    reply: await readLeftovers(signal),
  }));
  // Uploads of this window have their own list; finished ones are not listed.
  const sent = new Set(Object.values(byKey).map(({ name, sizeBytes }) => `${sizeBytes} ${name}`));
  const begun = new Set(allBegun());
  const left = (reply ?? []).filter(
    ({ id, name, sizeBytes }) => begun.has(id) && !sent.has(`${sizeBytes} ${name}`),
  );
  if (left.length === 0) return null;
  return (
    <ul className="rows moving underlined" aria-label={t('leftover.list')}>
      {left.map((upload) => (
        <LeftoverRow key={upload.id} upload={upload} onGone={() => void reload()} />
      ))}
    </ul>
  );
}

async function readLeftovers(signal: AbortSignal): Promise<readonly LibraryUploadView[]> {
  const found: LibraryUploadView[] = [];
  for (const uploadId of allBegun()) {
    const outcome = await call(getUpload, { params: { uploadId }, signal });
    if (!isRefused(outcome)) found.push(outcome.reply);
    else if (outcome.refused === 'NOT_FOUND') removeBegun(uploadId);
  }
  return found;
}

type RowProps = { upload: LibraryUploadView; onGone: () => void };

function LeftoverRow({ upload, onGone }: RowProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  const [isOther, setOther] = useState(false);
  const { id, name, sizeBytes, offset, expiresAt } = upload;
  const resume = (file: File | null): void => {
    if (file === null) return;
    const isSame = begunOf(file) === id;
    setOther(!isSame);
    if (isSame) addUploads([file]);
  };
  const discard = async (): Promise<void> => {
    removeBegun(id);
    await call(cancelUpload, { params: { uploadId: id } });
    onGone();
  };
  return (
    <li>
      <span className="item-mark m" aria-hidden="true">
        <IconUpload className="i s" />
      </span>
      <div className="row moving-words">
        <b className="cut">{name}</b>
        <span className="faint">
          {t('leftover.text', {
            sent: format.size(offset),
            size: format.size(sizeBytes),
            until: format.when(Date.parse(expiresAt), nowMs),
          })}
        </span>
      </div>
      <div className="row">
        <FileButton onChange={resume}>
          {(props) => (
            <SmallButton {...props} aria-label={t('leftover.chooseOf', { name })}>
              {t('leftover.choose')}
            </SmallButton>
          )}
        </FileButton>
        <SmallButton aria-label={t('upload.discardOf', { name })} onClick={() => void discard()}>
          {t('upload.discard')}
        </SmallButton>
      </div>
      <Progress
        className="moving-meter"
        size={6}
        value={sizeBytes === 0 ? 0 : (offset / sizeBytes) * 100}
        aria-label={t('upload.progressOf', { name })}
      />
      {isOther && (
        <p className="moving-meter small" role="alert">
          {t('leftover.other')}
        </p>
      )}
    </li>
  );
}
