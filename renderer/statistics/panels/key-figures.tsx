import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useFleet, usePresent } from '../../model/fleet/fleet-store.ts';
import { useHours } from '../period/hours.ts';
import type { StatisticsQueries } from '../period/use-statistics.ts';

const DAY_MS = 86_400_000;

/** The four most important figures. */
export function KeyFigures({ queries }: { queries: StatisticsQueries }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const on = queries.connectivity.reply?.totals;
  const used = queries.activity.reply?.totals;
  const { reply } = queries.health;
  const among = useMemo(() => reply && new Set(reply.devices.map(({ deviceId }) => deviceId)), [reply]);
  // As in the side bar, live: two different figures for the same thing would undermine trust.
  const [present, total] = usePresent(among);
  const silent = useSilent(queries);
  const hours = useHours();
  return (
    <dl className="panel key-figures figures">
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
          {among === null ? '–' : t('of', { part: format.number(present), total: format.number(total) })}
        </dd>
        <dt>{t('key.available')}</dt>
      </div>
      <div>
        <dd>{silent === null ? '–' : format.number(silent)}</dd>
        <dt>{t('key.silent', { count: silent ?? 0 })}</dt>
      </div>
    </dl>
  );
}

/** Returns how many headsets were silent for a day; null until known. */
function useSilent({ health }: StatisticsQueries): number | null {
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  if (health.reply === null) return null;
  return health.reply.devices.filter(
    ({ lastHeartbeatAt }) => lastHeartbeatAt === null || nowMs - Date.parse(lastHeartbeatAt) > DAY_MS,
  ).length;
}
