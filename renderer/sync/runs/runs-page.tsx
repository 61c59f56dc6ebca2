import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import { useFigures } from '../../copy/figures.ts';
import { call } from '../../service/api.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useReasonWords } from '../headsets/reasons.ts';
import { ReportDialog } from './report-dialog.tsx';
import { useRunFigures, type SyncRun } from './run-figures.ts';
import { isBusy } from '../overview/standing.ts';
import { useWhen } from '../overview/standing-words.ts';
import { SyncFrame } from '../overview/sync-frame.tsx';
import { usePages } from '../headsets/use-pages.tsx';
import { useSync } from '../overview/use-sync.ts';

/** History: every run of sync with what it did, and its report to be saved. */
export function RunsPage(): React.JSX.Element {
  const { t } = useTranslation('sync');
  const sync = useSync().reply;
  const sign = sync === null || isBusy(sync) ? 'busy' : `${sync.lastContactAt ?? ''} ${sync.state}`;
  const { reading, more } = usePages<SyncRun>((query, signal) => call(listSyncRuns, { query, signal }), sign);
  const [opened, setOpened] = useState<SyncRun | null>(null);
  const { reply } = reading;
  return (
    <SyncFrame title={t('runs.title')} sub={t('runs.sub')}>
      <ReadingState reading={reading} />
      {reply?.items.length === 0 && (
        <section className="panel page-empty">
          <h2>{t('runs.emptyTitle')}</h2>
          <p>{t('runs.emptyText')}</p>
        </section>
      )}
      {reply !== null && reply.items.length > 0 && (
        <section className="panel" aria-label={t('runs.title')}>
          <table className="plain-table sync-runs">
            <thead>
              <tr>
                <th>{t('column.when')}</th>
                <th>{t('column.outcome')}</th>
                <th>{t('figure.up')}</th>
                <th>{t('figure.down')}</th>
                <th>{t('figure.kept')}</th>
                <th>
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
      {more}
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
  const figures = useFigures();
  const when = useWhen();
  const said = useRunFigures()(run);
  const reasonWords = useReasonWords();
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
          {lasted !== null && lasted >= 1_000 ? ` · ${figures.duration(lasted)}` : ''}
        </div>
      </td>
      <td>
        <span className="status">
          <StateGlyph state={run.outcome === null ? 'applying' : OUTCOME_GLYPHS[run.outcome]} />
          <span className="cut">{t(`outcome.${run.outcome ?? 'running'}`)}</span>
        </span>
        {run.reason !== null && <div className="small dim">{reasonWords(run.reason).what}</div>}
      </td>
      <td className="dim">{said.up ?? '–'}</td>
      <td className="dim">{said.down ?? '–'}</td>
      <td className="dim">{said.kept ?? '–'}</td>
      <td className="num">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('report.of', { when: started })}
          onClick={onOpen}
        >
          {t('report.open')}
        </Button>
      </td>
    </tr>
  );
}
