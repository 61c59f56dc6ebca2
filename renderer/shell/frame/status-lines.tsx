import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { lazyCode } from '../../copy/lazy-worded.ts';
import { useFormat } from '../../copy/format.ts';
import { useFeed } from '../../service/event-feed.ts';
import { useIsLimited, useMay } from '../../service/session.ts';
import { useFleet, usePresent } from '../../model/fleet/fleet-store.ts';
import { useIsCutOff } from '../../model/notes/cut-off-banner.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { readStation, useStation } from '../../model/station/station-facts.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';

/** How often the station's facts are loaded, in ms. */
const STATION_EVERY_MS = 30_000;

/**
 * Status lines on every screen: whether the station is reachable, pending uploads, and warnings about this computer.
 */
export function StatusLines(): React.JSX.Element {
  const phase = useFeed((feed) => feed.phase);
  useEffect(() => {
    void readStation();
    const timer = setInterval(() => void readStation(), STATION_EVERY_MS);
    return () => clearInterval(timer);
  }, [phase]);
  return (
    <div className="standing grid small">
      <StationLine />
      <Central />
      <ComputerLine />
    </div>
  );
}

function StationLine(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const isCutOff = useIsCutOff();
  const [present, total] = usePresent();
  const addresses = useStation((facts) => facts.addresses);
  if (isCutOff) return <Line state="offline" title={t('status.unreachable')} text={hostOf(addresses[0])} />;
  const lan = addresses.find((address) => !isLoopback(address));
  const text =
    lan === undefined
      ? t('status.here', { address: hostOf(addresses[0]) })
      : t('status.lan', { address: hostOf(lan) });
  return (
    <Line
      // A check mark means that all are online.
      state={present === total ? 'ready' : 'offline'}
      title={total === 0 ? t('status.on') : t('status.linked', { linked: present, total })}
      text={addresses.length === 0 ? '\u00a0' : text}
    />
  );
}

const loadSync = lazyCode(() => import('../../sync/index.ts'));

/** Loaded once a central is connected. */
function Central(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const isCutOff = useIsCutOff();
  const isLimited = useIsLimited();
  const hasCentral = useStation((facts) => facts.sync !== null) && !isLimited;
  const status = useSyncFacts((facts) => facts.views?.status);
  useEffect(() => {
    if (!hasCentral) return;
    let end: (() => void) | undefined;
    let isGone = false;
    void loadSync().then(({ watchSync }) => {
      if (!isGone) end = watchSync();
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [hasCentral]);
  // Only the station knows.
  if (isCutOff && hasCentral)
    return <Line state="offline" title={t('status.centralUnknown')} text={'\u00a0'} />;
  return hasCentral && status !== undefined ? status : <CentralLine />;
}

function CentralLine(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const sync = useStation((facts) => facts.sync);
  const serves = useStation((facts) => facts.serves);
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  const when = (at: string): string => format.when(Date.parse(at), nowMs);
  if (serves !== null) {
    const { name, lastContactAt } = serves;
    const text =
      lastContactAt === null ? t('status.notCalled') : t('status.lastCall', { when: when(lastContactAt) });
    return (
      <Line
        state="ready"
        title={t('status.serves', { name: name ?? t('status.otherStation') })}
        text={text}
      />
    );
  }
  if (sync === null)
    return <Line state="waiting" title={t('status.noCentral')} text={t('status.worksWithout')} />;
  const text = sync.waiting === 0 ? t('status.noPending') : t('status.pending', { count: sync.waiting });
  if (sync.isConnected) return <Line state="ready" title={t('status.centralConnected')} text={text} />;
  const title =
    sync.lastContactAt === null
      ? t('status.centralNever')
      : t('status.centralAway', { when: when(sync.lastContactAt) });
  return <Line state="offline" title={title} text={text} />;
}

function ComputerLine(): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const [warning] = useStation((facts) => facts.warnings);
  const isTechnician = useMay('technician');
  if (warning === undefined) return null;
  const state = warning === 'DISK_FULL' || warning === 'STORE_DAMAGED' ? 'failed' : 'attention';
  const title = t(`status.warning.${warning}`);
  if (!isTechnician) {
    return (
      <div role="alert">
        <Line state={state} title={title} text={t('status.tellTechnician')} />
      </div>
    );
  }
  return (
    <Link href={warning === 'BACKUP_FAILED' ? '/station/backups' : '/station/computer'} role="alert">
      <Line state={state} title={title} text={t('status.seeWhatToDo')} />
    </Link>
  );
}

function hostOf(address: string | undefined): string {
  if (address === undefined) return '';
  return URL.canParse(address) ? new URL(address).host : address;
}

function isLoopback(address: string): boolean {
  return /^(127\.|localhost|\[::1\])/.test(hostOf(address));
}
