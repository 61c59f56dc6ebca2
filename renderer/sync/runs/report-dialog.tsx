import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../copy/language.ts';
import { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { asSpreadsheet } from '../../model/labels/spreadsheet.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useReportNames } from '../status/conflict-labels.ts';
import { useReasonLabels } from '../status/reasons.ts';
import { lineCode, lineLabel, reportTable, type Report } from '../status/report-labels.ts';
import { useRunSummary, type SyncRun } from './run-summary.ts';
import { useWhen } from '../status/status-labels.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { Fact } from '../../ui/page/fact.tsx';

/** Lines beyond this are only in the saved file. */
const MAX_LINES = 200;

const DIRECTIONS = ['conflict', 'failed', 'aside', 'up', 'down'] as const;

/** What one run did, headset by headset, with a button to save it. */
export function ReportDialog({ run, onClose }: { run: SyncRun; onClose: () => void }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const when = useWhen();
  const query = useQuery<Report>((signal) => call(getSyncReport, { query: { runId: run.id }, signal }));
  const { reply } = query;
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={t('sync:report.title', { when: when(Date.parse(run.startedAt)) })}
    >
      <ReadingState query={query} />
      {reply !== null && <ReportView report={reply} />}
    </Dialog>
  );
}

function ReportView({ report }: { report: Report }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const summary = useRunSummary()(report.run);
  const reasonLabel = useReasonLabels();
  const names = useReportNames();
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number] | null>(null);
  const present = DIRECTIONS.filter((each) => report.lines.some((line) => line.direction === each));
  const lines =
    direction === null ? report.lines : report.lines.filter((line) => line.direction === direction);
  const name = `sync-${report.run.startedAt.slice(0, 16).replaceAll(/[:T]/g, '-')}`;
  return (
    <div className="stack">
      <dl className="facts left">
        <Fact name={t('summary.up')}>{summary.up ?? t('summary.nothing')}</Fact>
        <Fact name={t('summary.down')}>{summary.down ?? t('summary.nothing')}</Fact>
        <Fact name={t('summary.kept')}>{summary.kept ?? t('summary.nothing')}</Fact>
      </dl>
      {report.run.reason !== null && <p className="dim">{reasonLabel(report.run.reason).what}</p>}
      <div className="row wrap">
        {present.map((each) => (
          <Chip
            key={each}
            isOn={direction === each}
            onClick={() => setDirection(direction === each ? null : each)}
          >
            {t(`report.direction.${each}`)}
          </Chip>
        ))}
        <span className="end row">
          <Button
            variant="default"
            leftSection={<IconDownload className="i s" aria-hidden="true" />}
            onClick={() =>
              saveAsFile(`${name}.csv`, asSpreadsheet(reportTable(report, t, names), language), 'text/csv')
            }
          >
            {t('report.saveTable')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload className="i s" aria-hidden="true" />}
            onClick={() => saveAsFile(`${name}.json`, JSON.stringify(report, null, 2), 'application/json')}
          >
            {t('report.saveAll')}
          </Button>
        </span>
      </div>
      <Lines lines={lines} />
    </div>
  );
}

function Lines({ lines }: { lines: Report['lines'] }): React.JSX.Element {
  const names = useReportNames();
  const { t } = useTranslation(['sync', 'common']);
  if (lines.length === 0) return <p className="dim">{t('sync:report.none')}</p>;
  return (
    <>
      <div className="half-high framed" tabIndex={0} role="region" aria-label={t('sync:report.lines')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th className="medium">{t('sync:report.column.direction')}</th>
              <th className="medium">{t('sync:report.column.headset')}</th>
              <th>{t('sync:report.column.what')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MAX_LINES).map((line, index) => (
              // Lines have no ids and never move.
              <tr key={index}>
                <td className="dim" data-label={t('sync:report.column.direction')}>
                  {t(`sync:report.direction.${line.direction}`)}
                </td>
                <td data-label={t('sync:report.column.headset')}>{line.label ?? t('common:unnamed')}</td>
                <td className="dim" data-label={t('sync:report.column.what')}>
                  {lineLabel(line, t, names)} <span className="mono faint small">{lineCode(line)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MAX_LINES && (
        <p className="small faint">{t('sync:report.more', { count: lines.length - MAX_LINES })}</p>
      )}
    </>
  );
}
