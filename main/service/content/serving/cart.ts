import { secondsLeft } from './rate.ts';
import { deploymentOf, viewOf } from '../../devices/deployment/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';
import type { Downloads } from './downloads.ts';
import type { Holdings } from './holdings.ts';

/** Deployment states in which a content is still to be downloaded. */
const PENDING_STATUSES: ReadonlySet<string | undefined> = new Set([
  'ASSIGNED',
  'DOWNLOADING',
  'OUTDATED',
  'FAILED',
]);

/**
 * Estimates when the headsets that are downloading or queued will have everything that is assigned to them and held
 * here. All share one Wi-Fi channel, so the total of missing bytes is divided by the total rate.
 */
export async function estimateCart(
  { records, downloads, holdings }: CartParts,
  enterpriseId: string,
): Promise<CartEstimate> {
  const nowMs = records.core.clock.now();
  const active = downloads.active(enterpriseId);
  const running = [...active.values()].filter((isAdmitted) => isAdmitted).length;
  let remainingBytes = 0;
  const yielder = new Yielder();
  for (const id of active.keys()) {
    const record = records.devices.find(id);
    if (record !== undefined) remainingBytes += missingOf({ records, downloads, holdings }, record, nowMs);
    await yielder.yieldIfDue();
  }
  const bytesPerSec = downloads.bytesPerSec(enterpriseId);
  const left = secondsLeft(remainingBytes, bytesPerSec);
  return {
    headsets: active.size,
    running,
    waiting: active.size - running,
    remainingBytes,
    bytesPerSec,
    secondsLeft: left,
    finishesAt: left === null ? null : toInstant(nowMs + left * 1e3),
  };
}

/** Input of the estimate. */
export type CartParts = {
  readonly records: Records;
  readonly downloads: Downloads;
  readonly holdings: Holdings;
};

type CartEstimate = {
  readonly headsets: number;
  readonly running: number;
  readonly waiting: number;
  readonly remainingBytes: number;
  readonly bytesPerSec: number;
  readonly secondsLeft: number | null;
  readonly finishesAt: string | null;
};

/** Returns how many bytes this station has yet to send to a headset. */
export function missingOf(
  { records, downloads, holdings }: CartParts,
  record: DeviceRecord,
  nowMs: number,
): number {
  const reported = toReported(records.reports.inventory(record.key), records.reports.report(record.key));
  const view = viewOf(reported, nowMs);
  const missing = new Map<string, number>();
  for (const { kind, entry } of toContents(record.settings)) {
    if (!PENDING_STATUSES.has(deploymentOf(entry, kind, view)?.status)) continue;
    for (const url of [entry.url, entry.obbUrl]) {
      const item = typeof url === 'string' ? holdings.find(record.enterpriseId, url) : undefined;
      if (item === undefined || missing.has(item.sha256)) continue;
      missing.set(item.sha256, item.sizeBytes - downloads.sentBytes(record.key, item.sha256));
    }
  }
  return [...missing.values()].reduce((sum, each) => sum + each, 0);
}
