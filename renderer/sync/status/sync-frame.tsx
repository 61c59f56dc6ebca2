import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { type ScreenProps, TabbedPage } from '../../ui/page/tabbed-page.tsx';
import './sync.css';

const TABS = [
  { name: 'now', href: '/sync' },
  { name: 'conflicts', href: '/sync/conflicts' },
  { name: 'headsets', href: '/sync/headsets' },
  { name: 'history', href: '/sync/history' },
  { name: 'connection', href: '/sync/connection' },
] as const;

/** Heading, tabs and content of a sync screen. */
export function SyncFrame(props: ScreenProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const hasCentral = useSyncFacts((facts) => facts.sync !== null && facts.sync.upstream !== null);
  const conflicts = useSyncFacts((facts) => facts.sync?.conflicts ?? 0);
  const tabs = TABS.map(({ name, href }) => ({
    href,
    label:
      name === 'conflicts' && conflicts > 0 ? (
        <>
          {t('tab.conflicts')}
          <span className="pill warn">{format.number(conflicts)}</span>
        </>
      ) : (
        t(`tab.${name}`)
      ),
  }));
  return <TabbedPage {...props} tabsLabel={t('tabs')} tabs={hasCentral ? tabs : []} />;
}
