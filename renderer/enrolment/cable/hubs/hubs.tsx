import { Button } from '@mantine/core';
import { IconPlugX, IconUsb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { CableHeadset, CableView } from '../../../../shared/contract/enrolment/cable.ts';
import { NO_HUB } from '../../../../shared/domain/enrolment/cable/ports.ts';
import { EmptyState } from '../../../ui/parts/empty-state.tsx';
import { portsOf } from '../cable-state.ts';
import { PortCard } from './port-card.tsx';

type HubsProps = Omit<HubProps, 'hub' | 'name' | 'tabStop'> & {
  view: CableView;
  onCheckAgain: () => Promise<void>;
};

/** The hubs with their ports, what keeps adb from working, and the headsets that were unplugged too early. */
export function Hubs({ view, onCheckAgain, ...chosen }: HubsProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  const serials = portsOf(view).map(({ headset }) => headset.serial);
  const tabStop = serials.find((serial) => serial === chosen.chosen) ?? serials[0] ?? null;
  // A ready headset was unplugged because it is finished.
  const away = view.away.filter(({ state }) => state !== 'ready');
  return (
    <>
      {view.adb.isContested && <Contested />}
      {view.adb.state !== 'ready' && <NoAdb adb={view.adb} onCheckAgain={() => void onCheckAgain()} />}
      {view.hubs.map((hub, index) => (
        <Hub
          key={hub.id}
          hub={hub}
          name={hub.id === NO_HUB ? t('noHub') : t('hub', { number: index + 1 })}
          tabStop={tabStop}
          {...chosen}
        />
      ))}
      {view.adb.state === 'ready' && view.hubs.length === 0 && (
        <EmptyState title={t('before')} text={t('beforeText')} />
      )}
      {away.length > 0 && <Away headsets={away} {...chosen} />}
    </>
  );
}

type HubProps = {
  hub: CableView['hubs'][number];
  name: string;
  chosen: string | null;
  tabStop: string | null;
  onChoose: (serial: string) => void;
  onRetry: (serial: string, takesOver?: boolean) => void;
};

function Hub({ hub, name, chosen, tabStop, onChoose, onRetry }: HubProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  const plugged = hub.ports.filter(({ headset }) => headset !== null).length;
  const free = hub.ports.length - plugged;
  return (
    <section className="panel" aria-label={name}>
      <header>
        <IconUsb className="i" aria-hidden />
        <h2>{name}</h2>
        <span className="faint">{t('ports', { count: hub.ports.length })}</span>
        <span className="end small dim">
          {t('pluggedIn', { count: plugged })}
          {free > 0 && ` · ${t('freePorts', { count: free })}`}
        </span>
      </header>
      {hub.isDark && (
        <p className="note warn small" role="status">
          <IconPlugX className="i s" aria-hidden />
          {t('dark')}
        </p>
      )}
      <ol className="cable-ports grid">
        {hub.ports.map(({ key, number, headset }) => (
          <PortCard
            key={key}
            number={number}
            headset={headset}
            isChosen={headset !== null && headset.serial === chosen}
            isTabStop={headset !== null && headset.serial === tabStop}
            onChoose={() => headset !== null && onChoose(headset.serial)}
            onRetry={onRetry}
          />
        ))}
      </ol>
    </section>
  );
}

type AwayProps = Pick<HubProps, 'chosen' | 'onChoose' | 'onRetry'> & { headsets: readonly CableHeadset[] };

function Away({ headsets, chosen, onChoose, onRetry }: AwayProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <section className="panel" aria-label={t('away')}>
      <header>
        <h2>{t('away')}</h2>
      </header>
      <ol className="cable-ports grid">
        {headsets.map((headset) => (
          <PortCard
            key={headset.serial}
            number={null}
            headset={headset}
            isChosen={headset.serial === chosen}
            isTabStop
            onChoose={() => onChoose(headset.serial)}
            onRetry={onRetry}
          />
        ))}
      </ol>
    </section>
  );
}

function Contested(): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <section className="note warn" role="status">
      <IconUsb className="i" aria-hidden />
      <div className="stack">
        <b>{t('adb.contested')}</b>
        <p>{t('adb.contestedText')}</p>
      </div>
    </section>
  );
}

type NoAdbProps = { adb: CableView['adb']; onCheckAgain: () => void };

function NoAdb({ adb, onCheckAgain }: NoAdbProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  const known = (['linux', 'darwin', 'win32'] as const).find((each) => each === adb.platform) ?? 'other';
  return (
    <section className="note warn" role="status">
      <IconUsb className="i" aria-hidden />
      <div className="stack">
        <b>{t(adb.state === 'missing' ? 'adb.missing' : 'adb.failed')}</b>
        <p>{t('adb.missingText')}</p>
        <p>{adb.state === 'missing' ? t(`adb.${known}`) : <code>{adb.words}</code>}</p>
        <Button variant="default" onClick={onCheckAgain}>
          {t('adb.again')}
        </Button>
      </div>
    </section>
  );
}
