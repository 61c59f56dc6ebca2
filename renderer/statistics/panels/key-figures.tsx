import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useHours } from '../page/hours.ts';
import type { StatisticsReadings } from '../page/use-statistics.ts';

const DAY_MS = 86_400_000;

/** The four figures that are asked for first. */
export function KeyFigures({ readings }: { readings: StatisticsReadings }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const figures = useFigures();
  const on = readings.connectivity.reply?.totals;
  const used = readings.activity.reply?.totals;
  const now = readings.fleet.reply;
  const silent = useSilent(readings);
  const hours = useHours();
  return (
    <dl className="panel key-figures">
      <div>
        <dd>{on === undefined ? '–' : hours(on.uptimeMs)}</dd>
        <dt>{t('key.on')}</dt>
      </div>
      <div>
        <dd>{used === undefined ? '–' : hours(used.durationMs)}</dd>
        <dt>{used === undefined ? t('key.used') : t('key.usedStarts', { count: used.plays })}</dt>
      </div>
      <div>
        <dd>
          {now === null
            ? '–'
            : t('of', {
                part: figures.number(now.availability.available),
                total: figures.number(now.enrolled),
              })}
        </dd>
        <dt>{t('key.available')}</dt>
      </div>
      <div>
        <dd>{silent === null ? '–' : figures.number(silent)}</dd>
        <dt>{t('key.silent', { count: silent ?? 0 })}</dt>
      </div>
    </dl>
  );
}

/** How many headsets were not heard of for a day; null before they are known. */
function useSilent({ health }: StatisticsReadings): number | null {
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  if (health.reply === null) return null;
  return health.reply.devices.filter(
    ({ lastHeartbeatAt }) => lastHeartbeatAt === null || nowMs - Date.parse(lastHeartbeatAt) > DAY_MS,
  ).length;
}
