import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Activity } from '../../../shared/contract/statistics.ts';
import { useFigures } from '../../copy/figures.ts';
import type { Reading } from '../../service/use-reading.ts';
import { Bars, type Bar } from '../../ui/bars.tsx';
import { ColumnsChart } from '../../ui/columns-chart.tsx';
import { appName } from '../fleet/headset-words.ts';
import { pathOfHeadset } from '../headset/headset-path.ts';
import { ReadingState } from '../shell/reading-state.tsx';
import { addressBehind } from './behind-address.ts';
import { ChartPanel } from './chart-panel.tsx';

const HOUR_MS = 3_600_000;

/** What was used, on which days, and on which headsets. */
export function UsePanels({ reading }: { reading: Reading<Activity> }): React.JSX.Element {
  return (
    <>
      <MostUsed reading={reading} />
      <UsePerDay reading={reading} />
      <BusyHeadsets reading={reading} />
    </>
  );
}

function hoursOf(ms: number): number {
  return Math.round((ms / HOUR_MS) * 10) / 10;
}

function MostUsed({ reading }: { reading: Reading<Activity> }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const figures = useFigures();
  const [isLeast, setLeast] = useState(false);
  const { reply } = reading;
  const contents = (isLeast ? reply?.contents.leastUsed : reply?.contents.mostUsed) ?? [];
  const named = contents.map((content) => {
    const id = content.packageName ?? content.contentId;
    const name = content.packageName === null ? content.contentId : appName(content.packageName);
    return { ...content, id, name: name ?? t('use.unnamed') };
  });
  const bars = named.map<Bar>(({ id, name, kind, plays, durationMs, devices }) => ({
    key: `${kind} ${id ?? ''}`,
    label: name,
    value: durationMs + plays,
    figure: t('hours', { hours: figures.number(hoursOf(durationMs)) }),
    sub: t(`use.${kind}`, {
      plays: figures.number(plays),
      headsets: t('headsets', { count: devices }),
    }),
    href:
      id === null || reply === null
        ? undefined
        : addressBehind(
            { of: 'used', value: id, from: reply.startDate, to: reply.endDate },
            t('say.used', { name }),
          ),
  }));
  return (
    <ChartPanel
      title={t(isLeast ? 'use.least' : 'use.most')}
      file={isLeast ? 'least-used' : 'most-used'}
      figures={{
        head: [t('use.content'), t('use.hours'), t('use.plays'), t('use.devices')],
        rows: named.map(({ id, name, plays, durationMs, devices }) => [
          id ?? name,
          hoursOf(durationMs),
          plays,
          devices,
        ]),
      }}
    >
      <ReadingState reading={reading} lines={4} />
      {reply !== null && bars.length === 0 && <p className="dim">{t('use.none')}</p>}
      {bars.length > 0 && <Bars bars={bars} />}
      {(reply?.contents.total ?? 0) > 1 && (
        <button type="button" className="link-btn small" onClick={() => setLeast(!isLeast)}>
          {t(isLeast ? 'use.showMost' : 'use.showLeast')}
        </button>
      )}
    </ChartPanel>
  );
}

function UsePerDay({ reading }: { reading: Reading<Activity> }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const figures = useFigures();
  const { reply } = reading;
  const columns = useMemo(
    () =>
      (reply?.days ?? []).map(({ date, start, plays, durationMs }) => ({
        key: date,
        value: durationMs,
        title: t('use.daySays', {
          day: figures.day(Date.parse(start)),
          hours: figures.number(hoursOf(durationMs)),
          plays: figures.number(plays),
        }),
        mark: new Date(`${date}T00:00:00Z`).getUTCDay() === 1 ? figures.when(Date.parse(start), 0) : null,
      })),
    [reply, figures, t],
  );
  const isNothing = columns.every(({ value }) => value === 0);
  return (
    <ChartPanel
      title={t('use.perDay')}
      file="use-per-day"
      figures={{
        head: [t('use.day'), t('use.hours'), t('use.plays')],
        rows: (reply?.days ?? []).map(({ date, plays, durationMs }) => [date, hoursOf(durationMs), plays]),
      }}
    >
      <ReadingState reading={reading} lines={3} />
      {reply !== null && isNothing && <p className="dim">{t('use.none')}</p>}
      {!isNothing && <ColumnsChart columns={columns} label={t('use.perDayLabel')} />}
    </ChartPanel>
  );
}

function BusyHeadsets({ reading }: { reading: Reading<Activity> }): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const figures = useFigures();
  const { reply } = reading;
  const devices = reply?.topByDuration ?? [];
  return (
    <ChartPanel
      title={t('statistics:busy.title')}
      file="headsets-most-used"
      figures={{
        head: [t('statistics:headset'), t('statistics:use.hours'), t('statistics:use.plays')],
        rows: devices.map(({ label, deviceId, durationMs, plays }) => [
          label ?? deviceId,
          hoursOf(durationMs),
          plays,
        ]),
      }}
    >
      <ReadingState reading={reading} lines={3} />
      {reply !== null && devices.length === 0 && <p className="dim">{t('statistics:use.none')}</p>}
      <Bars
        bars={devices.slice(0, 5).map(({ deviceId, label, durationMs, plays }) => ({
          key: deviceId,
          label: label ?? t('common:unnamed'),
          value: durationMs + plays,
          figure: t('statistics:hours', { hours: figures.number(hoursOf(durationMs)) }),
          sub: t('statistics:busy.plays', { count: plays }),
          href: pathOfHeadset(deviceId),
        }))}
      />
    </ChartPanel>
  );
}
