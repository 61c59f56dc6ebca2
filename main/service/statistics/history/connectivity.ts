import type { z } from 'zod';

import type {
  Connectivity,
  ConnectivityDevice,
  getConnectivity,
} from '../../../../shared/contract/statistics/statistics.ts';
import { bucketsOf, type TimeBucket, type TimeSpan } from './buckets.ts';
import { type Uptime, uptimeOf } from './uptime.ts';
import { toInstant } from '../../kernel/clock.ts';
import { JsonStream, withCommas } from '../../kernel/http/routes/json-stream.ts';
import type { Identity } from '../../devices/registry/index.ts';
import type { StatisticsRecords } from '../roll-ups/records.ts';
import type { Scope } from './scope.ts';
import { forEachYielding } from '../../kernel/yielding.ts';

const MS_PER_MINUTE = 60_000;

/** The range and the ids to count. */
export type ConnectivityQuery = {
  readonly span: TimeSpan;
  readonly timeZone: string;
  readonly requested: z.output<typeof getConnectivity.body>;
};

type Totals = { readonly uptimeMinutes: Float64Array; readonly activeDevices: Uint32Array };

/** Reads the uptime of every device in scope from the roll-ups, device by device, yielding to other requests. */
export async function connectivityOf(
  records: StatisticsRecords,
  { devices, invalidIds }: Scope,
  query: ConnectivityQuery,
): Promise<JsonStream<never>> {
  const { granularity, maxGapMinutes } = query.requested;
  const buckets = bucketsOf(query.span, granularity, query.timeZone);
  const edges = [...buckets.map(({ fromMs }) => fromMs), query.span.toMs].map((ms) => ms / MS_PER_MINUTE);
  const totals = {
    uptimeMinutes: new Float64Array(buckets.length),
    activeDevices: new Uint32Array(buckets.length),
  };
  const lines: string[] = [];
  let [uptimeMs, activeDevices] = [0, 0];
  await forEachYielding(devices, (device) => {
    const uptime = uptimeOfDevice(records, device, edges, maxGapMinutes);
    addTo(totals, uptime);
    uptimeMs += uptime.minutes * MS_PER_MINUTE;
    activeDevices += uptime.minutes > 0 ? 1 : 0;
    lines.push(JSON.stringify(toLine(device, uptime, query.span)));
  });
  const durationMs = query.span.toMs - query.span.fromMs;
  const uptimeShare = share(uptimeMs, durationMs * devices.length);
  const rest: Omit<Connectivity, 'devices'> = {
    startDate: toInstant(query.span.fromMs),
    endDate: toInstant(query.span.toMs),
    timeZone: query.timeZone,
    granularity,
    maxGapMinutes,
    buckets: buckets.map((bucket, index) => toBucket(bucket, index, totals, devices.length)),
    totals: { devices: devices.length, activeDevices, durationMs, uptimeMs, uptimeShare },
    invalidIds: [...invalidIds],
  };
  // The devices were encoded turn by turn; the rest is small.
  const head = JSON.stringify(rest).slice(0, -1);
  return JsonStream.parts([`${head},"devices":[`, ...withCommas(lines), ']}']);
}

function uptimeOfDevice(
  records: StatisticsRecords,
  { key }: Identity,
  edges: readonly number[],
  maxGapMinutes: number,
): Uptime {
  const [from, to] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  // Includes a gap beyond the edges, so that a window across an edge is complete.
  const blocks = records.rollUps.presence.read(key, from - maxGapMinutes, to + maxGapMinutes);
  return uptimeOf(blocks, edges, maxGapMinutes);
}

function addTo({ uptimeMinutes, activeDevices }: Totals, { perBucket }: Uptime): void {
  for (let index = 0; index < perBucket.length; index += 1) {
    const minutes = perBucket[index] ?? 0;
    if (minutes === 0) continue;
    uptimeMinutes[index] = (uptimeMinutes[index] ?? 0) + minutes;
    activeDevices[index] = (activeDevices[index] ?? 0) + 1;
  }
}

function toLine(device: Identity, uptime: Uptime, span: TimeSpan): ConnectivityDevice {
  const { perBucket, minutes, windows, seen } = uptime;
  return {
    deviceId: device.id,
    label: device.label,
    model: device.model,
    isArchived: device.isArchived,
    isDeleted: device.isDeleted,
    uptimeMs: minutes * MS_PER_MINUTE,
    uptimeShare: share(minutes * MS_PER_MINUTE, span.toMs - span.fromMs),
    windows,
    firstSeenAt: seen === null ? null : toInstant(seen.first * MS_PER_MINUTE),
    lastSeenAt: seen === null ? null : toInstant(seen.last * MS_PER_MINUTE),
    uptimeMsPerBucket: Array.from(perBucket, (each) => each * MS_PER_MINUTE),
  };
}

function toBucket(
  { date, fromMs, toMs }: TimeBucket,
  index: number,
  totals: Totals,
  devices: number,
): Connectivity['buckets'][number] {
  const durationMs = toMs - fromMs;
  const uptimeMs = (totals.uptimeMinutes[index] ?? 0) * MS_PER_MINUTE;
  return {
    date,
    start: toInstant(fromMs),
    end: toInstant(toMs),
    durationMs,
    uptimeMs,
    uptimeShare: share(uptimeMs, durationMs * devices),
    activeDevices: totals.activeDevices[index] ?? 0,
  };
}

/** Returns a share of 0 to 1 with four decimals; 0 of 0 is 0. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
}
