import { useTranslation } from 'react-i18next';
import { Link, useRoute } from 'wouter';

import '../../ui/styles/pages.css';
import './sync.css';
import { useFigures } from '../../copy/figures.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';

const TABS = ['now', 'conflicts', 'headsets', 'history', 'connection'] as const;
type SyncTab = (typeof TABS)[number];

const PATHS: Readonly<Record<SyncTab, string>> = {
  now: '/sync',
  conflicts: '/sync/conflicts',
  headsets: '/sync/headsets',
  history: '/sync/history',
  connection: '/sync/connection',
};

type Props = {
  /** How things stand, in words. */
  title: string;
  sub: React.ReactNode;
  tools?: React.ReactNode;
  children: React.ReactNode;
};

/** Head, tabs and body of a screen of Sync. */
export function SyncFrame({ title, sub, tools, children }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const hasCentral = useSyncFacts((facts) => facts.sync !== null && facts.sync.upstream !== null);
  return (
    <div className="page">
      <header className="head">
        <div className="grow">
          <h1>{title}</h1>
          <p className="sub">{sub}</p>
        </div>
        {tools !== undefined && <div className="tools">{tools}</div>}
      </header>
      {hasCentral && (
        <nav className="page-tabs" aria-label={t('tabs')}>
          {TABS.map((tab) => (
            <Tab key={tab} tab={tab} />
          ))}
        </nav>
      )}
      <div className="page-body">{children}</div>
    </div>
  );
}

function Tab({ tab }: { tab: SyncTab }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  const [isHere] = useRoute(PATHS[tab]);
  const conflicts = useSyncFacts((facts) => facts.sync?.conflicts ?? 0);
  return (
    <Link href={PATHS[tab]} aria-current={isHere ? 'page' : undefined}>
      {t(`tab.${tab}`)}
      {tab === 'conflicts' && conflicts > 0 && <span className="tab-count">{figures.number(conflicts)}</span>}
    </Link>
  );
}
