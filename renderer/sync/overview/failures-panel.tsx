import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { FailureLines } from '../status/failure-lines.tsx';
import type { SyncOrders } from '../status/use-sync.ts';

/** The rest is on the screen of headsets. */
const MAX_SHOWN = 4;

type Props = { sync: Sync; orders: SyncOrders };

/** Rejected or failed changes with their reasons, and a way to retry. */
export function FailuresPanel({ sync, orders }: Props): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const differing = useSyncFacts((facts) => facts.differing);
  const failed = differing.filter(({ failures }) => failures.length > 0);
  if (sync.failures === 0 || failed.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="sync-failures">
      <header>
        <StateGlyph state="failed" />
        <h2 id="sync-failures">{t('failure.title', { count: sync.failures })}</h2>
        <SmallButton className="end" loading={orders.isBusy} onClick={() => void orders.retry()}>
          {t('failure.retryAll')}
        </SmallButton>
      </header>
      <ul className="rows">
        {failed.slice(0, MAX_SHOWN).map((device) => (
          <li key={device.id ?? device.upstreamId}>
            <FailureLines device={device} orders={orders} />
          </li>
        ))}
      </ul>
      {failed.length > MAX_SHOWN && (
        <div className="pad">
          <Link href="/sync/headsets?which=failed" className="act-link small">
            {t('failure.all', { count: failed.length })}
          </Link>
        </div>
      )}
    </section>
  );
}
