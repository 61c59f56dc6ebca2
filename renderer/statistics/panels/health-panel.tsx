import { useTranslation } from 'react-i18next';

import type {
  DeviceHealth,
  FleetStatistics,
  HealthStatistics,
} from '../../../shared/contract/statistics/statistics-now.ts';
import { useFormat } from '../../copy/format.ts';
import type { Query } from '../../service/use-query.ts';
import { PartsBar, type Part } from '../../ui/charts/parts-bar.tsx';
import { heatOf } from '../../model/fleet/behind.ts';
import { batteryRange, storageRange } from '../../model/fleet/facets.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import { stampIn } from '../period/calendar.ts';
import { ChartPanel } from './chart-panel.tsx';

type Props = { health: Query<HealthStatistics>; fleet: Query<FleetStatistics>; timeZone: string };

/** Current state of the fleet, as each headset last reported. */
export function HealthPanel({ health, fleet, timeZone }: Props): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const rows = useHealthRows(health.reply, fleet.reply);
  const { reply } = health;
  const stamp = stampIn(timeZone);
  return (
    <ChartPanel
      title={t('health.title')}
      note={
        reply === null
          ? undefined
          : t('health.note', {
              headsets: t('headsets', { count: reply.snapshot.devices }),
              reported: format.number(reply.snapshot.reported),
            })
      }
      answer={useAnswer(reply)}
      file="health"
      format={{
        head: [
          t('headset'),
          t('health.level'),
          t('health.condition'),
          t('health.degrees'),
          t('health.used'),
          t('health.lastSeen'),
        ],
        rows: (reply?.devices ?? []).map((device) => [
          device.label ?? device.deviceId,
          device.batteryLevel,
          device.batteryHealth === null ? null : t(`health.is.${device.batteryHealth}`),
          device.temperature,
          device.storageUsage === null ? null : Math.round(device.storageUsage * 100),
          device.lastHeartbeatAt === null ? null : stamp(device.lastHeartbeatAt),
        ]),
      }}
    >
      <ReadingState query={health} lines={4} />
      {reply !== null && reply.devices.length === 0 && <p className="dim">{t('health.none')}</p>}
      {reply !== null && reply.devices.length > 0 && (
        <ul className="rows dense flush health-rows">
          {rows.map(({ name, parts }) => (
            <li key={name}>
              <span>{name}</span>
              <PartsBar parts={parts} />
            </li>
          ))}
        </ul>
      )}
      {reply !== null && (
        <p className="small faint">
          {[
            reply.snapshot.averageLevel === null
              ? null
              : t('health.average', { percent: format.percent(reply.snapshot.averageLevel / 100) }),
            reply.snapshot.highestTemperature === null
              ? null
              : t('health.hottest', { degrees: format.celsius(reply.snapshot.highestTemperature) }),
            t('health.noTrend'),
          ]
            .filter((part) => part !== null)
            .join(' ')}
        </p>
      )}
    </ChartPanel>
  );
}

/** Returns how many headsets need attention, and why. */
function useAnswer(health: HealthStatistics | null): string | undefined {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  if (health === null || health.snapshot.reported === 0) return undefined;
  const count = (isIt: (device: DeviceHealth) => boolean): number => health.devices.filter(isIt).length;
  const parts = [
    ['low', count(isLow)],
    ['full', count(isFull)],
    ['hot', count((device) => heatOf(device) === 'hot')],
    ['worn', count(({ batteryHealth }) => batteryHealth === 'Dead' || batteryHealth === 'Over Voltage')],
  ] as const;
  const reported = parts.flatMap(([what, number]) =>
    number === 0 ? [] : [t(`health.want.${what}`, { count: number })],
  );
  return reported.length === 0 ? t('health.allWell') : t('health.wants', { what: format.list(reported) });
}

function isLow({ batteryLevel: level, isCharging }: DeviceHealth): boolean {
  return batteryRange({ battery: { level, isCharging } }) === 'low';
}

function isFull({ storageFreeBytes: freeBytes, storageTotalBytes: totalBytes }: DeviceHealth): boolean {
  if (freeBytes === null || totalBytes === null) return false;
  return storageRange({ storage: { freeBytes, totalBytes } }) === 'full';
}

type Row = { readonly name: string; readonly parts: readonly Part[] };

function useHealthRows(health: HealthStatistics | null, fleet: FleetStatistics | null): readonly Row[] {
  const { t } = useTranslation('statistics');
  const devices = health?.devices ?? [];
  const counts = <Name extends string>(nameOf: (device: DeviceHealth) => Name): Map<string, number> => {
    const found = new Map<string, number>();
    for (const device of devices) found.set(nameOf(device), (found.get(nameOf(device)) ?? 0) + 1);
    return found;
  };
  const battery = counts(({ batteryLevel: level, isCharging }) =>
    batteryRange({ battery: { level, isCharging } }),
  );
  const storage = counts(({ storageFreeBytes: freeBytes, storageTotalBytes: totalBytes }) =>
    storageRange({ storage: freeBytes === null || totalBytes === null ? null : { freeBytes, totalBytes } }),
  );
  const heat = counts(heatOf);
  const condition = counts(({ batteryHealth }) => batteryHealth ?? 'none');
  const availability = fleet?.availability;
  return [
    {
      name: t('health.reach'),
      parts: [
        {
          key: 'yes',
          tone: 'good',
          count: availability?.available ?? 0,
          label: t('health.available', { count: availability?.available ?? 0 }),
          href: addressBehind({ of: 'availability', value: 'available' }, t('key.available')),
        },
        {
          key: 'no',
          tone: 'none',
          count: availability?.unavailable ?? 0,
          label: t('health.away', { count: availability?.unavailable ?? 0 }),
          href: addressBehind(
            { of: 'availability', value: 'unavailable' },
            t('health.away', { count: availability?.unavailable ?? 0 }),
          ),
        },
      ],
    },
    {
      name: t('health.battery'),
      parts: (['good', 'half', 'low', 'unknown'] as const).map((range) => ({
        key: range,
        tone: TONES[range],
        count: battery.get(range) ?? 0,
        label: t(`batteryRange.${range}`, { count: battery.get(range) ?? 0 }),
        href: `/fleet?battery=${range}`,
      })),
    },
    {
      name: t('health.condition'),
      parts: (['Good', 'Overheat', 'Over Voltage', 'Dead', 'Unknown'] as const).map((value) => ({
        key: value,
        tone: CONDITIONS[value],
        count: condition.get(value) ?? 0,
        label: t(`condition.${value}`, { count: condition.get(value) ?? 0 }),
        href: addressBehind(
          { of: 'health', value },
          t(`condition.${value}`, { count: condition.get(value) ?? 0 }),
        ),
      })),
    },
    {
      name: t('health.storage'),
      parts: (['roomy', 'tight', 'full', 'unknown'] as const).map((range) => ({
        key: range,
        tone: TONES[range],
        count: storage.get(range) ?? 0,
        label: t(`storageRange.${range}`, { count: storage.get(range) ?? 0 }),
        href: `/fleet?storage=${range}`,
      })),
    },
    {
      name: t('health.temperature'),
      parts: (['cool', 'warm', 'hot', 'unknown'] as const).map((range) => ({
        key: range,
        tone: TONES[range],
        count: heat.get(range) ?? 0,
        label: t(`heatRange.${range}`, { count: heat.get(range) ?? 0 }),
        href: addressBehind(
          { of: 'temperature', value: range },
          t(`heatRange.${range}`, { count: heat.get(range) ?? 0 }),
        ),
      })),
    },
  ];
}

const TONES = {
  good: 'good',
  half: 'middle',
  low: 'warn',
  roomy: 'good',
  tight: 'middle',
  full: 'warn',
  cool: 'good',
  warm: 'middle',
  hot: 'bad',
  unknown: 'none',
} as const;

const CONDITIONS = {
  Good: 'good',
  Overheat: 'warn',
  'Over Voltage': 'warn',
  Dead: 'bad',
  Unknown: 'none',
} as const;
