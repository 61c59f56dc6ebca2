import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { LibraryCoverage } from '../../../shared/contract/content/library-coverage.ts';
import type { Download } from '../../../shared/contract/content/library-serving.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { FailureReason } from '../../model/notes/failure-reason.tsx';
import { RetryDownloads } from '../../model/notes/retry-downloads.tsx';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { byUrgency, glyphOfStatus, type HolderHeadset } from './holders.ts';

/** Number of headsets listed at first, and per further step. */
const STEP = 100;

const OTHER_COUNTS = ['loading', 'failed', 'outdated', 'pending', 'removing'] as const;

type Props = {
  /** Null: no headset has it assigned. */
  coverage: LibraryCoverage | null;
  downloads: readonly Download[];
  sha256: string;
  /** Its package or name, as in failure reports of headsets. */
  subject: string;
};

/** Headsets that have an item assigned, their progress, and whether the bytes came from this station. */
export function HolderTable({ coverage, downloads, sha256, subject }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const order = useFleet((fleet) => fleet.order);
  const [shown, setShown] = useState(STEP);
  if (coverage === null) return <p className="pad dim">{t('holders.nobody')}</p>;
  const sent = new Map(
    downloads.filter((each) => each.sha256 === sha256).map((each) => [each.deviceId, each]),
  );
  const holders = byUrgency(coverage.headsets ?? [], order);
  const failed = holders.flatMap(({ deviceId, status }) => (status === 'FAILED' ? [deviceId] : []));
  return (
    <>
      <p className="pad row holder-counts">
        <b>{t('holders.confirmed', { installed: coverage.installed, total: coverage.assigned })}</b>
        {OTHER_COUNTS.filter((name) => coverage[name] > 0).map((name) => (
          <span key={name} className="dim">
            {t(`holders.${name}`, { count: coverage[name] })}
          </span>
        ))}
      </p>
      {failed.length > 0 && (
        <div className="pad row">
          <p className="grow">{t('holders.retryText', { count: failed.length })}</p>
          <RetryDownloads ids={failed} isPrimary />
        </div>
      )}
      {coverage.headsets === null ? (
        <p className="pad dim">{t('holders.tooMany')}</p>
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th style={{ width: '30%' }}>{t('holders.headset')}</th>
              <th style={{ width: '34%' }}>{t('holders.state')}</th>
              <th>{t('holders.origin')}</th>
            </tr>
          </thead>
          <tbody>
            {holders.slice(0, shown).map((holder) => (
              <HolderRow
                key={holder.deviceId}
                holder={holder}
                download={sent.get(holder.deviceId)}
                subject={subject}
              />
            ))}
          </tbody>
        </table>
      )}
      {holders.length > shown && (
        <MoreOfList className="pad" onMore={() => setShown((count) => count + STEP)} />
      )}
    </>
  );
}

type RowProps = { holder: HolderHeadset; download: Download | undefined; subject: string };

function HolderRow({ holder, download, subject }: RowProps): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const label = useFleet((fleet) => fleet.byId[holder.deviceId]?.label);
  const state = useFleet((fleet) => fleet.stateById[holder.deviceId]?.state);
  const { status } = holder;
  const { shown, progress } = shownOf(holder, download);
  return (
    <tr>
      <td>
        <Link href={pathOfHeadset(holder.deviceId)} className="quiet-link">
          <b>{label ?? t('common:unnamed')}</b>
        </Link>
      </td>
      <td data-label={t('content:holders.state')}>
        <span className="status">
          <StateGlyph state={shown === 'SENT' ? 'enrolled' : glyphOfStatus(shown, state)} />
          {t(`content:status.${shown}`)}
          {progress !== null && <span className="dim">{format.percent(progress)}</span>}
        </span>
        {status === 'FAILED' && (
          <div className="small dim">
            <FailureReason deviceId={holder.deviceId} subject={subject} stamp={status} />
          </div>
        )}
      </td>
      <td className="dim" data-label={t('content:holders.origin')}>
        {download === undefined ? (
          <span className="faint">
            {t(status === 'ASSIGNED' ? 'content:holders.nothingYet' : 'content:holders.elsewhere')}
          </span>
        ) : (
          <Sent download={download} />
        )}
      </td>
    </tr>
  );
}

/**
 * Returns the state of a headset. Its own report comes first; before that, what this station sends. "Sent" does not
 * mean that it arrived.
 */
function shownOf(
  { status, progress }: HolderHeadset,
  download: Download | undefined,
): { readonly shown: HolderHeadset['status'] | 'SENT'; readonly progress: number | null } {
  if (status === 'DOWNLOADING' || status === 'INSTALLING') return { shown: status, progress };
  if (status !== 'ASSIGNED') return { shown: status, progress: null };
  if (download?.state === 'running') return { shown: 'DOWNLOADING', progress: download.progress };
  return { shown: download?.state === 'sent' ? 'SENT' : status, progress: null };
}

function Sent({ download }: { download: Download }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { state, sentBytes, sizeBytes, bytesPerSec, place, updatedAt } = download;
  const sent = format.size(sentBytes);
  switch (state) {
    case 'sent':
      return <>{t('holders.sent', { when: format.moment(Date.parse(updatedAt)) })}</>;
    case 'running':
      return (
        <>{t('holders.running', { sent, size: format.size(sizeBytes), rate: format.size(bytesPerSec) })}</>
      );
    case 'waiting':
      return <>{t('holders.waiting', { place: place ?? 0 })}</>;
    case 'paused':
      return <>{t('holders.paused', { sent, size: format.size(sizeBytes) })}</>;
    case 'noSpace':
      return <>{t('holders.noSpace')}</>;
  }
}
