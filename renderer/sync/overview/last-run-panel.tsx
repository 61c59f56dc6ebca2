import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { Fact } from '../../ui/page/fact.tsx';
import { useRunSummary } from '../runs/run-summary.ts';
import { isBusy } from '../status/sync-status.ts';
import { useWhen } from '../status/status-labels.ts';

/** How many runs to search for one that did something. */
const RUNS_READ = '20';

/** Summary of the newest run that did something. */
export function LastRunPanel({ sync }: { sync: Sync }): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const summaryOf = useRunSummary();
  const { reply, reload } = useQuery((signal) => call(listSyncRuns, { query: { limit: RUNS_READ }, signal }));
  const sign = isBusy(sync) ? null : `${sync.upToDateAt ?? ''} ${sync.lastContactAt ?? ''}`;
  useEffect(() => {
    if (sign !== null) void reload();
  }, [sign, reload]);
  const runs = reply?.items ?? [];
  // A run that was interrupted before it did anything says nothing about the exchange before it.
  const run = runs.find(({ counts }) => Object.keys(counts).some((name) => name !== 'requests')) ?? runs[0];
  if (run === undefined) return null;
  const { up, down, kept } = summaryOf(run);
  return (
    <section className="panel" aria-labelledby="sync-last-run">
      <header>
        <h2 id="sync-last-run">{t('lastRun.title')}</h2>
        <span className="end faint">{when(Date.parse(run.endedAt ?? run.startedAt))}</span>
      </header>
      <dl className="facts left pad">
        <Fact name={t('summary.up')}>{up ?? t('summary.nothing')}</Fact>
        <Fact name={t('summary.down')}>{down ?? t('summary.nothing')}</Fact>
        {kept !== null && <Fact name={t('summary.kept')}>{kept}</Fact>}
      </dl>
      <div className="pad">
        <Link href="/sync/history" className="act-link small">
          {t('lastRun.all')}
        </Link>
      </div>
    </section>
  );
}
