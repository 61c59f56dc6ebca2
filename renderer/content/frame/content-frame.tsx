import { useTranslation } from 'react-i18next';

import { type ScreenProps, TabbedPage } from '../../ui/page/tabbed-page.tsx';
import './content.css';

const TABS = [
  { name: 'library', href: '/content' },
  { name: 'versions', href: '/content/versions' },
  { name: 'expiry', href: '/content/expiry' },
  { name: 'offline', href: '/content/offline' },
] as const;

/** Head, tabs and body of a Content screen. The page of an item belongs to the library. */
export function ContentFrame(props: ScreenProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const tabs = TABS.map(({ name, href }) => ({ href, label: t(`tab.${name}`) }));
  return <TabbedPage {...props} tabsLabel={t('tabs')} tabs={tabs} parent="/content" />;
}
