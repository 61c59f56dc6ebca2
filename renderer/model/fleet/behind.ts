import { EXPIRY_KINDS, getExpiry } from '../../../shared/contract/configuration/expiry.ts';
import {
  COUNTED,
  FIGURES,
  listHeadsetsBehind,
} from '../../../shared/contract/statistics/statistics-behind.ts';
import {
  getHealthStatistics,
  type DeviceHealth,
} from '../../../shared/contract/statistics/statistics-now.ts';
import { getActivity, getConnectivity } from '../../../shared/contract/statistics/statistics.ts';
import { HOT_CELSIUS, WARM_CELSIUS } from '../../../shared/domain/devices/headset-limits.ts';
import { call, isRefused } from '../../service/api.ts';

/**
 * Loads the ids of the headsets behind a figure of the statistics, as named in the URL; none if the station does not
 * know them.
 */
export async function idsBehind(behind: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const requested = new URLSearchParams(behind);
  return new Set(await readIds(requested, signal));
}

async function readIds(requested: URLSearchParams, signal: AbortSignal): Promise<readonly string[]> {
  const name = requested.get('of');
  const metric = FIGURES.find((each) => each === name);
  if (metric !== undefined) {
    const query = {
      of: metric,
      value: requested.get('value') ?? undefined,
      counted: COUNTED.find((each) => each === requested.get('counted')),
      versionCode: requested.get('versionCode') ?? undefined,
      from: requested.get('from') ?? undefined,
      to: requested.get('to') ?? undefined,
    };
    const outcome = await call(listHeadsetsBehind, { query, signal });
    return isRefused(outcome) ? [] : outcome.reply.ids;
  }
  if (name === 'neverUsed' || name === 'inactive') {
    const inactiveDays = Number(requested.get('value') ?? '30');
    const outcome = await call(getActivity, { body: { inactiveDays }, signal });
    return isRefused(outcome) ? [] : outcome.reply[name].map(({ deviceId }) => deviceId);
  }
  if (name === 'expiry') return idsOfEnding(requested, signal);
  if (name === 'on') return idsOn(requested, signal);
  if (name === 'health' || name === 'temperature' || name === 'batteryLevel') {
    const outcome = await call(getHealthStatistics, { body: {}, signal });
    if (isRefused(outcome)) return [];
    const value = requested.get('value');
    return outcome.reply.devices
      .filter((device) => {
        if (name === 'batteryLevel') return isWithin(device.batteryLevel, value ?? '');
        return (name === 'health' ? (device.batteryHealth ?? null) : heatOf(device)) === value;
      })
      .map(({ deviceId }) => deviceId);
  }
  return [];
}

/** Returns whether a level is in one of the ten steps; the last step includes both ends. */
function isWithin(level: number | null, step: string): boolean {
  const [from = 0, to = 0] = step.split('-').map(Number);
  return level !== null && level >= from && (level < to || (to === 100 && level === 100));
}

/** Loads the headsets on which something expires at this time. */
async function idsOfEnding(requested: URLSearchParams, signal: AbortSignal): Promise<readonly string[]> {
  const query = {
    kind: EXPIRY_KINDS.find((each) => each === requested.get('kind')),
    contentId: requested.get('value') ?? undefined,
    endsAt: requested.get('at') ?? undefined,
  };
  const outcome = await call(getExpiry, { query, signal });
  return isRefused(outcome) ? [] : outcome.reply.items.flatMap(({ devicesId }) => devicesId ?? []);
}

/** Loads those that were online at any time within a period. */
async function idsOn(requested: URLSearchParams, signal: AbortSignal): Promise<readonly string[]> {
  const body = { startDate: requested.get('from') ?? undefined, endDate: requested.get('to') ?? undefined };
  const outcome = await call(getConnectivity, { body: { ...body, granularity: 'month' }, signal });
  if (isRefused(outcome)) return [];
  return outcome.reply.devices.filter(({ uptimeMs }) => uptimeMs > 0).map(({ deviceId }) => deviceId);
}

/** Returns the temperature class of a headset. */
export function heatOf({
  temperature,
}: Pick<DeviceHealth, 'temperature'>): 'cool' | 'warm' | 'hot' | 'unknown' {
  if (temperature === null) return 'unknown';
  if (temperature >= HOT_CELSIUS) return 'hot';
  return temperature >= WARM_CELSIUS ? 'warm' : 'cool';
}
