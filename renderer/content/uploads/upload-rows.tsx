import { ActionIcon, Progress } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import {
  cancelUpload,
  discardUpload,
  isDevelopersBundle,
  isUploading,
  isUseless,
  pauseUpload,
  resumeUpload,
  useUploads,
  type Upload,
} from './uploads.ts';

type Props = { /** Something was taken: the library has more now. */ onUploaded: () => void };

/** Uploads from this window to the station. */
export function UploadRows({ onUploaded }: Props): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const order = useUploads((uploads) => uploads.order);
  const taken = useUploads(
    ({ byKey }) => Object.values(byKey).filter(({ state }) => state === 'done').length,
  );
  useEffect(() => {
    if (taken > 0) onUploaded();
  }, [taken, onUploaded]);
  useLeaveGuard();
  if (order.length === 0) return null;
  return (
    <ul className="rows moving underlined" aria-label={t('upload.list')}>
      {order.map((key) => (
        <UploadRow key={key} id={key} />
      ))}
    </ul>
  );
}

/** Closing the window ends its uploads, so the browser asks first. */
function useLeaveGuard(): void {
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent): void => {
      if (isUploading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, []);
}

function UploadRow({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const upload = useUploads((uploads) => uploads.byKey[id]);
  if (upload === undefined) return null;
  const { name, state, sizeBytes, sentBytes, refusal, finding } = upload;
  return (
    <li>
      <span className="item-mark m" aria-hidden="true">
        {state === 'done' ? (
          <StateGlyph state={finding === null ? 'ready' : 'attention'} />
        ) : state === 'failed' ? (
          <StateGlyph state="failed" />
        ) : (
          <IconUpload className="i s" />
        )}
      </span>
      <div className="row moving-words">
        <b className="cut">{name}</b>
        <span className="faint" role={state === 'done' || state === 'failed' ? 'status' : undefined}>
          <UploadLabels upload={upload} />
        </span>
      </div>
      <UploadActions upload={upload} />
      {state !== 'done' && state !== 'failed' && (
        <Progress
          className="moving-meter"
          size={6}
          value={sizeBytes === 0 ? 0 : (sentBytes / sizeBytes) * 100}
          aria-label={t('upload.progressOf', { name })}
        />
      )}
      {refusal !== null && (
        <div className="moving-meter">
          <RefusalNote refusal={refusal} />
        </div>
      )}
    </li>
  );
}

function UploadActions({ upload }: { upload: Upload }): React.JSX.Element {
  const { t } = useTranslation('content');
  const { key, name, state, sizeBytes } = upload;
  const mayWorkLater = !isUseless({ name, size: sizeBytes });
  const isMoving = state === 'sending' || state === 'checking' || state === 'cut';
  const isStopped = state === 'paused' || state === 'cancelled';
  const action = (label: string, of: string, act: () => void): React.JSX.Element => (
    <SmallButton aria-label={of} onClick={act}>
      {label}
    </SmallButton>
  );
  return (
    <div className="row">
      {isMoving && action(t('upload.pause'), t('upload.pauseOf', { name }), () => pauseUpload(key))}
      {isStopped && action(t('upload.resume'), t('upload.resumeOf', { name }), () => resumeUpload(key))}
      {state === 'failed' &&
        mayWorkLater &&
        action(t('upload.again'), t('upload.againOf', { name }), () => resumeUpload(key))}
      {state === 'cancelled' &&
        action(t('upload.discard'), t('upload.discardOf', { name }), () => void discardUpload(key))}
      {(isMoving || state === 'waiting' || state === 'paused') &&
        action(t('upload.cancel'), t('upload.cancelOf', { name }), () => cancelUpload(key))}
      {(state === 'done' || state === 'failed') && (
        <ActionIcon
          variant="subtle"
          aria-label={t('upload.dismissOf', { name })}
          onClick={() => void discardUpload(key)}
        >
          <IconX className="i s" />
        </ActionIcon>
      )}
    </div>
  );
}

function UploadLabels({ upload }: { upload: Upload }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { name, state, sizeBytes, sentBytes, bytesPerSec, isNew, finding } = upload;
  const sent = format.size(sentBytes);
  const size = format.size(sizeBytes);
  switch (state) {
    case 'waiting':
      return <>{t('upload.waiting', { size })}</>;
    case 'sending': {
      if (bytesPerSec === 0) return <>{t('upload.sentOf', { sent, size })}</>;
      const duration = format.duration(((sizeBytes - sentBytes) / bytesPerSec) * 1_000);
      return <>{t('upload.sending', { sent, size, rate: format.size(bytesPerSec), duration })}</>;
    }
    case 'checking':
      return <>{t('upload.checking', { size })}</>;
    case 'paused':
      return <>{t('upload.paused', { sent, size })}</>;
    case 'cancelled':
      return <>{t('upload.cancelled', { sent, size })}</>;
    case 'cut':
      return <>{t('upload.cut', { sent, size })}</>;
    case 'failed':
      if (isDevelopersBundle(name)) return <>{t('upload.developersBundle')}</>;
      return <>{t(sizeBytes === 0 ? 'upload.empty' : 'upload.failed')}</>;
    case 'done':
      if (finding !== null) return <>{t(`item.finding.${finding}`)}</>;
      return <>{t(isNew ? 'upload.done' : 'upload.known', { size })}</>;
  }
}
