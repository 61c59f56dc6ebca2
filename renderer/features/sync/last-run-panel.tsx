import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { listSyncRuns } from '../../../shared/contract/sync-history.ts';
import type { Sync } from '../../../shared/contract/sync.ts';
import { call } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { useRunFigures } from './run-figures.ts';
import { isBusy } from './standing.ts';
import { useWhen } from './standing-words.ts';

/** What the newest run did, in short. */
export function LastRunPanel({ sync }: { sync: Sync }): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const figures = useRunFigures();
  const { reply, reload } = useReading((signal) => call(listSyncRuns, { query: { limit: '1' }, signal }));
  const sign = isBusy(sync) ? null : `${sync.upToDateAt ?? ''} ${sync.lastContactAt ?? ''}`;
  useEffect(() => {
    if (sign !== null) void reload();
  }, [sign, reload]);
  const [run] = reply?.items ?? [];
  if (run === undefined) return null;
  const { up, down, kept } = figures(run);
  return (
    <section className="panel" aria-labelledby="sync-last-run">
      <header>
        <h2 id="sync-last-run">{t('lastRun.title')}</h2>
        <span className="end faint">{when(Date.parse(run.endedAt ?? run.startedAt))}</span>
      </header>
      <dl className="sync-done">
        <dt>{t('figure.up')}</dt>
        <dd>{up ?? t('figure.nothing')}</dd>
        <dt>{t('figure.down')}</dt>
        <dd>{down ?? t('figure.nothing')}</dd>
        {kept !== null && (
          <>
            <dt>{t('figure.kept')}</dt>
            <dd>{kept}</dd>
          </>
        )}
      </dl>
      <div className="pad">
        <Link href="/sync/history" className="small">
          {t('lastRun.all')}
        </Link>
      </div>
    </section>
  );
}
