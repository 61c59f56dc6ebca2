import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { usePaged } from '../../service/use-paged.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useReasonLabels } from '../status/reasons.ts';
import { ReportDialog } from './report-dialog.tsx';
import { useRunSummary, type SyncRun } from './run-summary.ts';
import { isBusy } from '../status/sync-status.ts';
import { useWhen } from '../status/status-labels.ts';
import { SyncFrame } from '../status/sync-frame.tsx';
import { MoreRows } from '../headsets/more-rows.tsx';
import { useSync } from '../status/use-sync.ts';

/** The history of sync runs, each with a report to save. */
export function RunsPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const sync = useSync().reply;
  const sign = sync === null || isBusy(sync) ? 'busy' : `${sync.lastContactAt ?? ''} ${sync.state}`;
  const { query, showMore } = usePaged(
    (page, signal) => call(listSyncRuns, { query: page, signal }),
    ({ id }) => id,
    { version: sign },
  );
  const [opened, setOpened] = useState<SyncRun | null>(null);
  const { reply } = query;
  return (
    <SyncFrame title={t('runs.title')} sub={t('runs.sub')}>
      <ReadingState query={query} />
      {reply?.items.length === 0 && (
        <section className="panel page-empty">
          <h2>{t('runs.emptyTitle')}</h2>
          <p>{t('runs.emptyText')}</p>
        </section>
      )}
      {reply !== null && reply.items.length > 0 && (
        <section className="panel" aria-label={t('runs.title')}>
          <table className="plain-table sync-runs top">
            <thead>
              <tr>
                <th className="medium">{t('column.when')}</th>
                <th className="broad">{t('column.outcome')}</th>
                <th>{t('summary.up')}</th>
                <th>{t('summary.down')}</th>
                <th>{t('summary.kept')}</th>
                <th className="narrow">
                  <span className="sr">{t('column.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reply.items.map((run) => (
                <RunRow key={run.id} run={run} onOpen={() => setOpened(run)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <MoreRows list={reply} onMore={showMore} />
      {opened !== null && <ReportDialog run={opened} onClose={() => setOpened(null)} />}
    </SyncFrame>
  );
}

const OUTCOME_GLYPHS: Readonly<Record<NonNullable<SyncRun['outcome']>, GlyphState>> = {
  done: 'ready',
  cut: 'offline',
  blocked: 'failed',
  stopped: 'queued',
};

const CAUSES = ['start', 'asked', 'changed', 'heard', 'regular', 'again'] as const;

function RunRow({ run, onOpen }: { run: SyncRun; onOpen: () => void }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const when = useWhen();
  const summary = useRunSummary()(run);
  const reasonLabel = useReasonLabels();
  const cause = CAUSES.find((known) => known === run.cause);
  const startedMs = Date.parse(run.startedAt);
  const started = when(startedMs);
  const lasted = run.endedAt === null ? null : Date.parse(run.endedAt) - startedMs;
  return (
    <tr>
      <td>
        {started}
        <div className="small faint">
          {cause === undefined ? '' : t(`cause.${cause}`)}
          {lasted !== null && lasted >= 1_000 ? ` · ${format.duration(lasted)}` : ''}
        </div>
      </td>
      <td data-label={t('column.outcome')}>
        <span className="status">
          <StateGlyph state={run.outcome === null ? 'applying' : OUTCOME_GLYPHS[run.outcome]} />
          <span className="cut">{t(`outcome.${run.outcome ?? 'running'}`)}</span>
        </span>
        {run.reason !== null && <div className="small dim">{reasonLabel(run.reason).what}</div>}
      </td>
      <td className="dim" data-label={t('summary.up')}>
        {summary.up ?? '–'}
      </td>
      <td className="dim" data-label={t('summary.down')}>
        {summary.down ?? '–'}
      </td>
      <td className="dim" data-label={t('summary.kept')}>
        {summary.kept ?? '–'}
      </td>
      <td className="num">
        <SmallButton aria-label={t('report.of', { when: started })} onClick={onOpen}>
          {t('report.open')}
        </SmallButton>
      </td>
    </tr>
  );
}
