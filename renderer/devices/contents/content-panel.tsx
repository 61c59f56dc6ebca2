import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { useFormat } from '../../copy/format.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';
import type { AppNames } from '../../model/content/use-app-names.ts';
import { useCodeLabels } from '../../model/labels/code-labels.ts';
import { contentsOf, glyphOf, type AssignedContent } from './deployments.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { TryAgain } from './try-again.tsx';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { useAgain } from '../record/use-record.ts';

type Props = {
  device: Device;
  updates: number;
  isOld: boolean;
  /** Names of applications in the library. */
  apps: AppNames;
  /** Maximum number listed; the rest is on its own tab. */
  most?: number;
};

/** Assigned contents of a headset with their states, as the headset reports them. */
export function ContentPanel({ device, updates, isOld, apps, most = 6 }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  const isTechnician = useMay('technician');
  const contents = contentsOf(device, apps.nameOf);
  const failed = contents.filter(({ status }) => status === 'FAILED').length;
  const confirmed = contents.filter(({ status }) => status === 'INSTALLED').length;
  return (
    <section className={`panel${isOld ? ' is-old' : ''}`}>
      <header>
        <h2>{t('content.title')}</h2>
        {contents.length > 0 && (
          <span className="faint">{t('content.confirmed', { confirmed, total: contents.length })}</span>
        )}
        {isTechnician && (
          <SmallButton
            className="end"
            component={Link}
            href={addressFor('/configure/settings', [device.id], { group: 'contents' })}
          >
            {t('content.change')}
          </SmallButton>
        )}
      </header>
      {contents.length === 0 ? (
        <p className="in dim">{t('content.none')}</p>
      ) : (
        <table className="plain-table deployments">
          <thead>
            <tr>
              <th style={{ width: '42%' }}>{t('content.name')}</th>
              <th style={{ width: '22%' }}>{t('content.version')}</th>
              <th>{t('content.state')}</th>
            </tr>
          </thead>
          {contents.slice(0, most).some(({ status }) => status === 'FAILED') ? (
            <RowsWithReasons id={device.id} updates={updates} contents={contents.slice(0, most)} />
          ) : (
            <Rows contents={contents.slice(0, most)} reasonOf={NO_REASONS} />
          )}
        </table>
      )}
      <TryAgain key={device.id} id={device.id} failed={failed} />
      {contents.length > most && (
        <p className="in">
          <Link href={pathOfHeadset(device.id, 'content')} className="plain-link">
            {t('content.all', { count: contents.length })}
          </Link>
        </p>
      )}
    </section>
  );
}

type RowsProps = { contents: readonly AssignedContent[] };

/** The rows, with the reasons of failures, which are loaded only if something failed. */
function RowsWithReasons({
  id,
  updates,
  contents,
}: RowsProps & { id: string; updates: number }): React.JSX.Element {
  return <Rows contents={contents} reasonOf={useFailures(id, updates)} />;
}

function Rows({ contents, reasonOf }: RowsProps & { reasonOf: ReasonOf }): React.JSX.Element {
  return (
    <tbody>
      {contents.map((content) => (
        <ContentRow key={content.key} content={content} reason={reasonOf(content)} />
      ))}
    </tbody>
  );
}

type RowProps = { content: AssignedContent; reason: string | null };

function ContentRow({ content, reason }: RowProps): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const { name, kind, status, progress, packageName } = content;
  return (
    <>
      <tr className={reason === null ? '' : 'has-reason'}>
        <td>
          <b title={packageName ?? undefined}>{name}</b>
          <div className="small faint">{t(`kind.${kind}`)}</div>
        </td>
        <td className="dim" data-label={t('content.version')}>
          <Version content={content} />
        </td>
        <td data-label={t('content.state')}>
          <span className={`status s-${glyphOf(status)}`}>
            <StateGlyph state={glyphOf(status)} />
            {progress === null
              ? t(`status.${status}`)
              : t('statusProgress', { status: t(`status.${status}`), percent: format.percent(progress) })}
          </span>
          {progress !== null && <Progress value={progress * 100} aria-label={name} size="sm" mt={4} />}
        </td>
      </tr>
      {reason !== null && <ReasonRow reason={reason} />}
    </>
  );
}

/** The reason of a failure, across the whole width, because it is too long for the column of states. */
function ReasonRow({ reason }: { reason: string }): React.JSX.Element {
  const codes = useCodeLabels();
  return (
    <tr className="reason-row">
      <td colSpan={3} className="small dim">
        {codes(reason)} <span className="mono faint micro">{reason}</span>
      </td>
    </tr>
  );
}

function Version({ content }: { content: AssignedContent }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const { kind, wantedVersion, hasVersion, sizeBytes } = content;
  if (kind !== 'application') return <>{sizeBytes === null ? '–' : format.size(sizeBytes)}</>;
  if (wantedVersion === null)
    return <>{hasVersion === null ? t('content.anyVersion') : String(hasVersion)}</>;
  if (hasVersion === null || hasVersion === wantedVersion) return <>{String(wantedVersion)}</>;
  return <>{t('content.hasOther', { wanted: String(wantedVersion), has: String(hasVersion) })}</>;
}

/** Returns why a content failed, as the headset last reported; null if it did not. */
type ReasonOf = (content: AssignedContent) => string | null;

/** The value if nothing failed. */
const NO_REASONS: ReasonOf = () => null;

/** Loads why downloads failed: the state of a content is in the record, its reason only in the headset's events. */
function useFailures(id: string, updates: number): ReasonOf {
  const query = useAgain(
    useQuery((signal) =>
      call(listEvents, {
        params: { deviceId: id },
        query: { types: 'DOWNLOAD_FAILED,INSTALL_FAILED', limit: '100' },
        signal,
      }),
    ),
    updates,
  );
  const events = query.reply?.items ?? [];
  return ({ status, contentId, packageName }) => {
    if (status !== 'FAILED') return null;
    const last = events.find(
      ({ payload }) =>
        (contentId !== null && payload?.['contentId'] === contentId) ||
        (packageName !== null && payload?.['packageName'] === packageName),
    );
    const reason = last?.payload?.['reason'];
    return typeof reason === 'string' ? reason : null;
  };
}
