import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { Panel } from '../../ui/parts/panel.tsx';

/** What blocks nothing but should be known: quarantined records, and headsets deleted at the central. */
export function NoticesPanel({ sync }: { sync: Sync }): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const { setAside, gone } = sync;
  const rows = [
    { which: 'gone', count: gone },
    { which: 'aside', count: setAside },
  ] as const;
  const shown = rows.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <Panel titleId="sync-odd" title={t('notices.title')}>
      <ul className="rows sync-odd">
        {shown.map(({ which, count }) => (
          <li key={which} className="row roomy">
            <div className="grow">
              <b>{t(`notices.${which}`, { count })}</b>
              <div className="dim small">{t(`notices.${which}Text`)}</div>
            </div>
            <Link href={`/sync/headsets?which=${which}`}>{t('notices.show')}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
