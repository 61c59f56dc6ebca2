import { useTranslation } from 'react-i18next';

import { type ScreenProps, TabbedPage } from '../../ui/page/tabbed-page.tsx';
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

/** Head, tabs and body of a Station screen. */
export function StationFrame(props: ScreenProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const tabs = STATION_TABS.map((tab) => ({ href: `/station/${tab}`, label: t(`tab.${tab}`) }));
  return <TabbedPage {...props} tabsLabel={t('tabs')} tabs={tabs} />;
}
