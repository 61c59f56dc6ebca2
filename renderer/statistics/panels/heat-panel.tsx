import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { useFormat } from '../../copy/format.ts';
import type { Query } from '../../service/use-query.ts';
import { HeatMap, type HeatMapData } from '../../ui/charts/heat-map.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useCalendar } from '../period/calendar.ts';
import { ChartPanel, type Figures as TableFigures } from './chart-panel.tsx';
import { inHours, useHours } from '../period/hours.ts';
import type { Connectivity } from '../period/use-statistics.ts';

const HOUR_MS = 3_600_000;
/** A day with this many hours is a full square; a longer bucket needs as many hours per day. */
const FULL_HOURS = 6;
const DAY_MS = 86_400_000;

type Props = { query: Query<Connectivity>; timeZone: string };

/** When each headset was on: a square per headset and day. */
export function HeatPanel({ query, timeZone }: Props): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const { reply } = query;
  const format = useTable(reply);
  const answer = useAnswer(reply);
  return (
    <ChartPanel
      title={t('statistics:heat.title')}
      answer={answer}
      note={<Legend />}
      file="uptime"
      format={format}
      className="heat"
    >
      <ReadingState query={query} lines={6} />
      {reply !== null && reply.devices.length === 0 && <p className="dim">{t('statistics:tooNew')}</p>}
      {reply !== null && reply.devices.length > 0 && <Uptime reply={reply} timeZone={timeZone} />}
    </ChartPanel>
  );
}

function Legend(): React.JSX.Element {
  const { t } = useTranslation('statistics');
  return <>{t('heat.legend', { hours: FULL_HOURS })}</>;
}

function Uptime({ reply, timeZone }: { reply: Connectivity; timeZone: string }): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const calendar = useCalendar();
  const hours = useHours();
  const [, navigate] = useLocation();
  const ordered = useOrdered(reply);
  const data = useMemo<HeatMapData>(
    () => ({
      rows: ordered.map(({ deviceId, label }) => ({ id: deviceId, label: label ?? t('common:unnamed') })),
      columns: reply.buckets.map(({ date }) => ({
        key: date,
        mark: isMark(date, reply.granularity) ? calendar.mark(date) : null,
      })),
      value: (row, column) => {
        const bucket = reply.buckets[column];
        if (bucket === undefined) return null;
        const fullMs = FULL_HOURS * HOUR_MS * Math.max(1, Math.round(bucket.durationMs / DAY_MS));
        return Math.min(1, (ordered[row]?.uptimeMsPerBucket[column] ?? 0) / fullMs);
      },
    }),
    [reply, ordered, calendar, t],
  );
  const says = useCallback(
    (row: number, column: number): string => {
      const device = ordered[row];
      const bucket = reply.buckets[column];
      if (device === undefined || bucket === undefined) return '';
      const time = hours(device.uptimeMsPerBucket[column] ?? 0);
      const name = device.label ?? t('common:unnamed');
      const when = calendar.day(bucket.date);
      return t(`statistics:heat.says.${reply.granularity}`, { name, when, time });
    },
    [reply, ordered, calendar, hours, t],
  );
  return (
    <HeatMap
      data={data}
      label={t('statistics:heat.label', { count: ordered.length, days: reply.buckets.length })}
      cellText={says}
      hint={t('statistics:heat.hint', { timeZone })}
      onOpen={(row) => {
        const id = ordered[row]?.deviceId;
        if (id !== undefined) navigate(pathOfHeadset(id));
      }}
    />
  );
}

/**
 * Returns true for Mondays, first days of months, or every month. Dates are calendar dates, so they are parsed as
 * UTC.
 */
function isMark(date: string, granularity: Connectivity['granularity']): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return granularity === 'day' ? day.getUTCDay() === 1 : true;
}

/** Returns how many were on at all, and the peak. */
function useAnswer(reply: Connectivity | null): string | undefined {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const calendar = useCalendar();
  if (reply === null || reply.totals.activeDevices === 0) return undefined;
  const max = reply.buckets.reduce((best, bucket) => (bucket.uptimeMs > best.uptimeMs ? bucket : best));
  return t(`heat.answer.${reply.granularity}`, {
    count: reply.totals.activeDevices,
    total: format.number(reply.totals.devices),
    when: calendar.day(max.date),
  });
}

/** Returns headsets in slot order, then those that left the fleet. */
function useOrdered(reply: Connectivity): Connectivity['devices'] {
  const order = useFleet((fleet) => fleet.order);
  return useMemo(() => {
    const places = new Map(order.map((id, index) => [id, index]));
    const placeOf = (id: string): number => places.get(id) ?? Number.POSITIVE_INFINITY;
    return reply.devices.toSorted((a, b) => {
      const [one, other] = [placeOf(a.deviceId), placeOf(b.deviceId)];
      return one === other ? 0 : one - other;
    });
  }, [reply, order]);
}

function useTable(reply: Connectivity | null): TableFigures {
  const { t } = useTranslation(['statistics', 'common']);
  return useMemo(() => {
    if (reply === null) return { head: [], rows: [] };
    return {
      head: [
        t('statistics:headset'),
        t('statistics:heat.total'),
        t('statistics:heat.share'),
        ...reply.buckets.map(({ date }) => date),
      ],
      rows: {
        length: reply.devices.length,
        make: () =>
          reply.devices.map(({ label, deviceId, uptimeMs, uptimeShare, uptimeMsPerBucket }) => [
            label ?? deviceId,
            inHours(uptimeMs),
            Math.round(uptimeShare * 1_000) / 10,
            ...uptimeMsPerBucket.map(inHours),
          ]),
      },
    };
  }, [reply, t]);
}
