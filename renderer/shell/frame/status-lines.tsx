import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { useFigures } from '../../copy/figures.ts';
import { useFeed } from '../../service/event-feed.ts';
import { useMay } from '../../service/session.ts';
import { useFleet, usePresent } from '../../model/fleet/fleet-store.ts';
import { Line } from '../../ui/parts/standing-line.tsx';
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
    <div className="standing">
      <StationLine />
      <Central />
      <ComputerLine />
    </div>
  );
}

function StationLine(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const isLost = useFeed((feed) => feed.phase === 'cutOff' && feed.attempt > 0);
  const [here, total] = usePresent();
  const addresses = useStation((facts) => facts.addresses);
  if (isLost) return <Line state="offline" title={t('standing.unreachable')} text={hostOf(addresses[0])} />;
  const lan = addresses.find((address) => !isLoopback(address));
  const text =
    lan === undefined
      ? t('standing.here', { address: hostOf(addresses[0]) })
      : t('standing.lan', { address: hostOf(lan) });
  return (
    <Line
      // A check mark means that all are online.
      state={here === total ? 'ready' : 'offline'}
      title={total === 0 ? t('standing.on') : t('standing.linked', { linked: here, total })}
      text={addresses.length === 0 ? '\u00a0' : text}
    />
  );
}

/** Loaded once a central is connected. */
function Central(): React.JSX.Element {
  const hasCentral = useStation((facts) => facts.sync !== null);
  const status = useSyncFacts((facts) => facts.views?.standing);
  useEffect(() => {
    if (!hasCentral) return;
    let end: (() => void) | undefined;
    let isGone = false;
    void import('../../sync/index.ts').then(({ watchSync }) => {
      if (!isGone) end = watchSync(false);
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [hasCentral]);
  return hasCentral && status !== undefined ? status : <CentralLine />;
}

function CentralLine(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const format = useFigures();
  const sync = useStation((facts) => facts.sync);
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  if (sync === null)
    return <Line state="waiting" title={t('standing.noCentral')} text={t('standing.worksWithout')} />;
  const text =
    sync.waiting === 0 ? t('standing.nothingWaits') : t('standing.waiting', { count: sync.waiting });
  if (sync.isConnected) return <Line state="ready" title={t('standing.centralConnected')} text={text} />;
  const title =
    sync.lastContactAt === null
      ? t('standing.centralNever')
      : t('standing.centralAway', { when: format.when(Date.parse(sync.lastContactAt), nowMs) });
  return <Line state="offline" title={title} text={text} />;
}

function ComputerLine(): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const [warning] = useStation((facts) => facts.warnings);
  const isTechnician = useMay('technician');
  if (warning === undefined) return null;
  const state = warning === 'DISK_FULL' ? 'failed' : 'attention';
  const title = t(`standing.warning.${warning}`);
  if (!isTechnician) {
    return (
      <div role="alert">
        <Line state={state} title={title} text={t('standing.tell')} />
      </div>
    );
  }
  return (
    <Link href={warning === 'BACKUP_FAILED' ? '/station/backups' : '/station/computer'} role="alert">
      <Line state={state} title={title} text={t('standing.look')} />
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
