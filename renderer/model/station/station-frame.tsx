import { useTranslation } from 'react-i18next';
import { Link, useRoute } from 'wouter';

import '../../ui/styles/pages.css';
import './station.css';

/** The screens of Station, in the order of their tabs. */
export const STATION_TABS = [
  'check',
  'network',
  'routers',
  'tokens',
  'webhooks',
  'people',
  'audit',
  'backups',
  'computer',
] as const;
export type StationTab = (typeof STATION_TABS)[number];

type Props = {
  /** The state in words. */
  title: string;
  sub: React.ReactNode;
  tools?: React.ReactNode;
  children: React.ReactNode;
};

/** Head, tabs and body of a Station screen. */
export function StationFrame({ title, sub, tools, children }: Props): React.JSX.Element {
  const { t } = useTranslation('station');
  return (
    <div className="page">
      <header className="head">
        <div className="grow">
          <h1>{title}</h1>
          <p className="sub">{sub}</p>
        </div>
        {tools !== undefined && <div className="tools">{tools}</div>}
      </header>
      <nav className="page-tabs" aria-label={t('tabs')}>
        {STATION_TABS.map((tab) => (
          <Tab key={tab} tab={tab} label={t(`tab.${tab}`)} />
        ))}
      </nav>
      <div className="page-body">{children}</div>
    </div>
  );
}

function Tab({ tab, label }: { tab: StationTab; label: string }): React.JSX.Element {
  const [isHere] = useRoute(`/station/${tab}`);
  return (
    <Link href={`/station/${tab}`} aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  );
}
