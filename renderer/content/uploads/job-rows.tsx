import { ActionIcon, Progress } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { addToLibrary, cancelLibraryJob } from '../../../shared/contract/content/library.ts';
import type { LibraryJobView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { nameOfUrl } from '../frame/name-of-url.ts';

type Props = {
  jobs: readonly LibraryJobView[];
  /** Reload the downloads. */
  onChanged: () => void;
  /** A download finished: reload the library. */
  onFetched: () => void;
};

/** Downloads of the station from URLs; finished ones are in the library instead. */
export function JobRows({ jobs, onChanged, onFetched }: Props): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const done = jobs.filter(({ status }) => status === 'done').length;
  useEffect(() => {
    if (done > 0) onFetched();
  }, [done, onFetched]);
  const shown = jobs.filter(({ status }) => status !== 'done' && status !== 'cancelled');
  if (shown.length === 0) return null;
  return (
    <ul className="rows moving underlined" aria-label={t('fetch.list')}>
      {shown.map((job) => (
        <JobRow key={job.id} job={job} onChanged={onChanged} />
      ))}
    </ul>
  );
}

function JobRow({ job, onChanged }: { job: LibraryJobView; onChanged: () => void }): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayChange = useMay('technician');
  const name = job.name ?? nameOfUrl(job.url);
  const isFailed = job.status === 'failed';
  const cancel = async (): Promise<void> => {
    const params = { jobId: job.id };
    const outcome = await call(cancelLibraryJob, { params });
    // The first call cancels a running download, and only the second removes it from the list.
    if (!isFailed && !isRefused(outcome)) await call(cancelLibraryJob, { params });
    onChanged();
  };
  const again = async (): Promise<void> => {
    const { url, kind } = job;
    await call(addToLibrary, {
      body: { url, ...(job.name === null ? {} : { name: job.name }), ...(kind === null ? {} : { kind }) },
    });
    onChanged();
  };
  return (
    <li>
      <span className="item-mark m" aria-hidden="true">
        {isFailed ? <StateGlyph state="failed" /> : <IconDownload className="i s" />}
      </span>
      <div className="row moving-words">
        <b className="cut">{name}</b>
        <span className="faint">
          <JobLabels job={job} />
        </span>
      </div>
      <div className="row">
        {isFailed && mayChange && (
          <SmallButton aria-label={t('fetch.againOf', { name })} onClick={() => void again()}>
            {t('fetch.again')}
          </SmallButton>
        )}
        {mayChange && (
          <ActionIcon
            variant="subtle"
            aria-label={t('fetch.cancelOf', { name })}
            onClick={() => void cancel()}
          >
            <IconX className="i s" />
          </ActionIcon>
        )}
      </div>
      {!isFailed && (
        <Progress
          className="moving-meter"
          size={6}
          value={job.totalBytes === null ? 0 : (job.receivedBytes / Math.max(1, job.totalBytes)) * 100}
          aria-label={t('fetch.progressOf', { name })}
        />
      )}
      <div className="small faint mono cut moving-meter">{job.url}</div>
    </li>
  );
}

function JobLabels({ job }: { job: LibraryJobView }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const received = format.size(job.receivedBytes);
  if (job.status === 'failed') return <>{t(`fetch.error.${job.error ?? 'UNREACHABLE'}`)}</>;
  if (job.status === 'waiting') {
    if (job.error === null || job.nextAttemptAt === null) return <>{t('fetch.waiting')}</>;
    const when = format.clock(Date.parse(job.nextAttemptAt));
    return <>{t('fetch.retry', { why: t(`fetch.error.${job.error}`), when })}</>;
  }
  if (job.totalBytes === null) return <>{t('fetch.received', { received })}</>;
  return (
    <>
      {t('fetch.fetching', {
        received,
        size: format.size(job.totalBytes),
        rate: format.size(job.bytesPerSec),
      })}
    </>
  );
}
