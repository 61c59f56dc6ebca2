import { Button, NativeSelect } from '@mantine/core';
import { IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import '../../ui/styles/pages.css';
import './statistics.css';
import { GRANULARITIES } from '../../../shared/contract/statistics/statistics.ts';
import { printPage } from '../../service/print-page.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { useCalendar } from '../period/calendar.ts';
import { CoveragePanel } from '../panels/coverage-panel.tsx';
import { HealthPanel } from '../panels/health-panel.tsx';
import { HeatPanel } from '../panels/heat-panel.tsx';
import { IdlePanel } from '../panels/idle-panel.tsx';
import { KeyFigures } from '../panels/key-figures.tsx';
import { type Ask, type Question, RANGES, useQuestion, useScope, useTimeZone } from '../period/question.ts';
import { useStatistics, type StatisticsQueries } from '../period/use-statistics.ts';
import { UsePanels } from './use-panels.tsx';
import { VersionsPanel } from '../panels/versions-panel.tsx';
import { oneOf } from '../../ui/controls/field-props.ts';

/** Statistics: when headsets were on, what was used, and the current state of the fleet. */
export function StatisticsPage(): React.JSX.Element {
  const [question, ask] = useQuestion();
  const scope = useScope();
  const zone = useTimeZone();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  // Another query is another set of requests: the panels are remounted.
  const key = [question.range, question.granularity, question.idleDays, scope.cart].join('|');
  return (
    <div className="page fill statistics">
      {zone.reply === null || !isKnown ? (
        <Waiting question={question} ask={ask}>
          <ReadingState query={zone} lines={6} />
        </Waiting>
      ) : (
        <Answers key={key} question={question} ask={ask} scope={scope} timeZone={zone.reply} />
      )}
    </div>
  );
}

type HeadProps = { question: Question; ask: Ask; title: string; sub: string };

function Head({ question, ask, title, sub }: HeadProps): React.JSX.Element {
  const { t } = useTranslation('statistics');
  return (
    <header className="head">
      <div className="grow">
        <h1>{title}</h1>
        <p className="sub">{sub}</p>
      </div>
      <div className="tools no-print">
        <Segments
          label={t('range')}
          value={question.range}
          options={RANGES.map((range) => [range, t(`days.d${range}`)])}
          onChange={(range) => ask({ range })}
        />
        <NativeSelect
          aria-label={t('granularity')}
          {...oneOf(GRANULARITIES, question.granularity, (granularity) => ask({ granularity }))}
          data={GRANULARITIES.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
        <Button
          variant="default"
          leftSection={<IconPrinter className="i s" aria-hidden="true" />}
          onClick={printPage}
        >
          {t('print')}
        </Button>
      </div>
    </header>
  );
}

type WaitingProps = { question: Question; ask: Ask; children: React.ReactNode };

function Waiting({ question, ask, children }: WaitingProps): React.JSX.Element {
  const { t } = useTranslation('statistics');
  return (
    <>
      <Head question={question} ask={ask} title={t('title')} sub="" />
      <div className="page-body">{children}</div>
    </>
  );
}

type AnswersProps = {
  question: Question;
  ask: Ask;
  scope: ReturnType<typeof useScope>;
  timeZone: string;
};

function Answers({ question, ask, scope, timeZone }: AnswersProps): React.JSX.Element {
  const queries = useStatistics(question, scope, timeZone);
  const title = useTitle(queries);
  const sub = useSub(queries, scope.cart, timeZone);
  const isEmpty = scope.cart === null && queries.activity.reply?.totals.devices === 0;
  if (isEmpty) return <Empty />;
  const { range, idleDays } = question;
  const isWide = range === 180 && question.granularity === 'day';
  return (
    <>
      <Head question={question} ask={ask} title={title} sub={sub} />
      <div className="page-body">
        <KeyFigures queries={queries} />
        <Partial queries={queries} />
        <div className={isWide ? 'statistics-one grid wide' : 'page-split'}>
          <HeatPanel query={queries.connectivity} timeZone={timeZone} />
          <div className="stack wide">
            <UsePanels query={queries.activity} />
          </div>
        </div>
        <div className="statistics-grid grid wide">
          <HealthPanel health={queries.health} fleet={queries.fleet} timeZone={timeZone} />
          <IdlePanel query={queries.activity} idleDays={idleDays} ask={ask} />
          <CoveragePanel query={queries.apps} />
          <VersionsPanel fleet={queries.fleet} />
        </div>
      </div>
    </>
  );
}

/** Shown before the first headset. */
function Empty(): React.JSX.Element {
  const { t } = useTranslation('statistics');
  return (
    <div className="lone-page stack wide">
      <EmptyState title={t('titleNone')} text={t('tooNew')}>
        <Button component={Link} href="/enrol">
          {t('toEnrol')}
        </Button>
      </EmptyState>
    </div>
  );
}

/** Returns how much of the fleet was used, in words. */
function useTitle({ activity }: StatisticsQueries): string {
  const { t } = useTranslation(['statistics', 'common']);
  const totals = activity.reply?.totals;
  if (totals === undefined) return t('statistics:title');
  if (totals.devices === 0) return t('statistics:titleNone');
  return t('statistics:titleUsed', {
    count: totals.activeDevices,
    headsets: t('common:counted.headsets', { count: totals.devices }),
  });
}

function useSub({ connectivity }: StatisticsQueries, cart: string | null, timeZone: string): string {
  const { t } = useTranslation('statistics');
  const calendar = useCalendar();
  const span = connectivity.reply;
  const who = cart ?? t('wholeFleet');
  if (span === null) return who;
  return t('sub', {
    who,
    from: calendar.dayIn(Date.parse(span.startDate), timeZone),
    to: calendar.dayIn(Date.parse(span.endDate) - 1, timeZone),
    timeZone,
  });
}

/** Notes that the figures begin later than the period. */
function Partial({ queries }: { queries: StatisticsQueries }): React.JSX.Element | null {
  const { t } = useTranslation('statistics');
  const buckets = queries.connectivity.reply?.buckets ?? [];
  const granularity = queries.connectivity.reply?.granularity;
  const first = buckets.findIndex(({ activeDevices }) => activeDevices > 0);
  if (buckets.length === 0 || granularity !== 'day') return null;
  if (first === -1)
    return (
      <div className="note">
        <IconInfoCircle className="i s" aria-hidden="true" />
        <div>{t('tooNew')}</div>
      </div>
    );
  const days = buckets.length - first;
  // A quiet weekend at the start is no missing history.
  if (first < 4 || days > buckets.length / 2) return null;
  return (
    <div className="note" role="status">
      <IconInfoCircle className="i s" aria-hidden="true" />
      <div>{t('partial', { count: days })}</div>
    </div>
  );
}
