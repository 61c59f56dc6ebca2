import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import type { Activity } from '../../../shared/contract/statistics/statistics.ts';
import type { Query } from '../../service/use-query.ts';
import { Bars, type Bar } from '../../ui/charts/bars.tsx';
import { ColumnsChart } from '../../ui/charts/columns-chart.tsx';
import { appName, contentName, useContentNames } from '../../model/content/use-app-names.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import { useCalendar } from '../period/calendar.ts';
import { ChartPanel } from '../panels/chart-panel.tsx';
import { inHours, useHours } from '../period/hours.ts';

/** Rankings: what the bars show, and their order. */
const RANKINGS = ['duration', 'plays'] as const;
type Ranking = (typeof RANKINGS)[number];

/** Use by subject, day and headset. */
export function UsePanels({ query }: { query: Query<Activity> }): React.JSX.Element {
  const [ranking, rank] = useState<Ranking>('duration');
  const choice = <RankingChoice ranking={ranking} onChange={rank} />;
  return (
    <>
      <MostUsed query={query} ranking={ranking} choice={choice} />
      <UsePerDay query={query} />
      <BusyHeadsets query={query} ranking={ranking} choice={choice} />
    </>
  );
}

type ChoiceProps = { ranking: Ranking; onChange: (ranking: Ranking) => void };

function RankingChoice({ ranking, onChange }: ChoiceProps): React.JSX.Element {
  const { t } = useTranslation('statistics');
  return (
    <Segments
      className="ranked-by no-print"
      label={t('use.rankedBy')}
      value={ranking}
      options={RANKINGS.map((each) => [each, t(`use.by.${each}`)])}
      onChange={onChange}
    />
  );
}

type Used = { readonly plays: number; readonly durationMs: number };
type RankedProps = { query: Query<Activity>; ranking: Ranking; choice: React.ReactNode };

/** Returns the ranking figure of an entry, and the other one below it. */
function useRankedLabels(ranking: Ranking): {
  readonly value: (used: Used) => number;
  readonly figure: (used: Used) => string;
  readonly rest: (used: Used) => string;
} {
  const { t } = useTranslation('statistics');
  const hours = useHours();
  const starts = ({ plays }: Used): string => t('use.starts', { count: plays });
  const time = ({ durationMs }: Used): string => hours(durationMs);
  return ranking === 'plays'
    ? { value: ({ plays }) => plays, figure: starts, rest: time }
    : { value: ({ durationMs }) => durationMs, figure: time, rest: starts };
}

function MostUsed({ query, ranking, choice }: RankedProps): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const labels = useRankedLabels(ranking);
  const [isLeast, setLeast] = useState(false);
  useContentNames();
  const { reply } = query;
  const named = contentsOf(reply, ranking, isLeast).map((content) => {
    const id = content.packageName ?? content.contentId;
    const name =
      content.packageName === null
        ? content.contentId && contentName(content.contentId)
        : appName(content.packageName);
    return { ...content, id, name: name ?? t('use.unnamed') };
  });
  const bars = named.map<Bar>((content) => ({
    key: `${content.kind} ${content.id ?? ''}`,
    label: content.name,
    value: labels.value(content),
    figure: labels.figure(content),
    sub: t('use.on', { used: labels.rest(content), headsets: t('headsets', { count: content.devices }) }),
    href:
      content.id === null || reply === null
        ? undefined
        : addressBehind(
            { of: 'used', value: content.id, from: reply.startDate, to: reply.endDate },
            t('say.used', { name: content.name }),
          ),
  }));
  return (
    <ChartPanel
      title={t(isLeast ? 'use.least' : 'use.most')}
      file={isLeast ? 'least-used' : 'most-used'}
      format={{
        head: [t('use.content'), t('use.hours'), t('use.plays'), t('use.devices')],
        rows: named.map(({ id, name, plays, durationMs, devices }) => [
          id ?? name,
          inHours(durationMs),
          plays,
          devices,
        ]),
      }}
    >
      <ReadingState query={query} lines={4} />
      {reply !== null && bars.length === 0 && <p className="dim">{t('use.none')}</p>}
      {bars.length > 1 && choice}
      {bars.length > 0 && <Bars bars={bars} />}
      {(reply?.contents.total ?? 0) > 1 && (
        <button type="button" className="link-btn small" onClick={() => setLeast(!isLeast)}>
          {t(isLeast ? 'use.showMost' : 'use.showLeast')}
        </button>
      )}
    </ChartPanel>
  );
}

function contentsOf(
  reply: Activity | null,
  ranking: Ranking,
  isLeast: boolean,
): Activity['contents']['mostUsed'] {
  if (reply === null) return [];
  const { mostUsed, leastUsed, longestUsed, shortestUsed } = reply.contents;
  if (ranking === 'plays') return isLeast ? leastUsed : mostUsed;
  return isLeast ? shortestUsed : longestUsed;
}

function UsePerDay({ query }: { query: Query<Activity> }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const calendar = useCalendar();
  const hours = useHours();
  const [, navigate] = useLocation();
  const { reply } = query;
  const days = reply?.days ?? [];
  const hrefOf = (index: number): string | undefined => {
    const day = days[index];
    if (day === undefined || (day.plays === 0 && day.durationMs === 0)) return undefined;
    const question = { of: 'anyUse', from: day.start, to: day.end };
    return addressBehind(question, t('say.usedOn', { day: calendar.day(day.date) }));
  };
  const columns = useMemo(
    () =>
      (reply?.days ?? []).map(({ date, plays, durationMs }) => ({
        key: date,
        value: durationMs,
        title: t('use.daySays', {
          day: calendar.day(date),
          time: hours(durationMs),
          count: plays,
        }),
        mark: new Date(`${date}T00:00:00Z`).getUTCDay() === 1 ? calendar.mark(date) : null,
      })),
    [reply, calendar, hours, t],
  );
  const isNothing = days.every(({ plays, durationMs }) => plays === 0 && durationMs === 0);
  const max = days.reduce<(typeof days)[number] | null>(
    (best, day) => (day.durationMs > (best?.durationMs ?? 0) ? day : best),
    null,
  );
  return (
    <ChartPanel
      title={t('use.perDay')}
      answer={
        max === null
          ? undefined
          : t('use.perDayAnswer', { day: calendar.day(max.date), time: hours(max.durationMs) })
      }
      file="use-per-day"
      format={{
        head: [t('use.day'), t('use.hours'), t('use.plays')],
        rows: days.map(({ date, plays, durationMs }) => [date, inHours(durationMs), plays]),
        hrefOf,
      }}
    >
      <ReadingState query={query} lines={3} />
      {reply !== null && isNothing && <p className="dim">{t('use.none')}</p>}
      {!isNothing && (
        <ColumnsChart
          columns={columns}
          label={t('use.perDayLabel')}
          onOpen={(index) => {
            const href = hrefOf(index);
            if (href !== undefined) navigate(href);
          }}
        />
      )}
    </ChartPanel>
  );
}

/** Number of headsets listed; the table has all. */
const MAX_HEADSETS = 5;

function BusyHeadsets({ query, ranking, choice }: RankedProps): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const labels = useRankedLabels(ranking);
  const { reply } = query;
  const devices = (ranking === 'plays' ? reply?.topByPlays : reply?.topByDuration) ?? [];
  return (
    <ChartPanel
      title={t('statistics:busy.title')}
      file="headsets-most-used"
      format={{
        head: [t('statistics:headset'), t('statistics:use.hours'), t('statistics:use.plays')],
        rows: devices.map(({ label, deviceId, durationMs, plays }) => [
          label ?? deviceId,
          inHours(durationMs),
          plays,
        ]),
      }}
    >
      <ReadingState query={query} lines={3} />
      {reply !== null && devices.length === 0 && <p className="dim">{t('statistics:use.none')}</p>}
      {devices.length > 1 && choice}
      <Bars
        bars={devices.slice(0, MAX_HEADSETS).map((device) => ({
          key: device.deviceId,
          label: device.label ?? t('common:unnamed'),
          value: labels.value(device),
          figure: labels.figure(device),
          sub: labels.rest(device),
          href: pathOfHeadset(device.deviceId),
        }))}
      />
    </ChartPanel>
  );
}
