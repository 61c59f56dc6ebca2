import type { Availability } from '../../../../shared/contract/commands/availability.ts';
import { isSeenRecently } from '../../../../shared/domain/kernel/freshness.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { Report } from '../registry/reports.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** Returns whether a headset can be reached, as far as the station knows without querying it. */
export function isAvailableNow(
  core: Pick<Core, 'links' | 'clock'>,
  { id }: Pick<DeviceRecord, 'id'>,
  { lastHeartbeatAtMs }: Pick<Report, 'lastHeartbeatAtMs'>,
): boolean {
  const forced = core.links.forced(id)?.isAvailable;
  return forced ?? (core.links.isLinked(id) || wasSeenRecently(core, id, lastHeartbeatAtMs));
}

/** Returns the same, and how the station knows. */
export function availabilityOf(
  core: Pick<Core, 'links' | 'clock'>,
  { id }: Pick<DeviceRecord, 'id'>,
  { lastHeartbeatAtMs }: Pick<Report, 'lastHeartbeatAtMs'>,
): Availability {
  const forced = core.links.forced(id);
  if (forced !== undefined) {
    const { isAvailable, atMs } = forced;
    return { id, isAvailable, source: 'forced', checkedAt: toInstant(atMs) };
  }
  const nowMs = core.clock.now();
  const checkedAt = toInstant(nowMs);
  if (core.links.isLinked(id)) return { id, isAvailable: true, source: 'link', checkedAt };
  return { id, isAvailable: wasSeenRecently(core, id, lastHeartbeatAtMs), source: 'heartbeat', checkedAt };
}

function wasSeenRecently(
  { links, clock }: Pick<Core, 'links' | 'clock'>,
  id: DeviceRecord['id'],
  lastHeartbeatAtMs: number | null,
): boolean {
  return isSeenRecently({ lastSeenAtMs: lastHeartbeatAtMs, linkEndedAtMs: links.endedAtMs(id) }, clock.now());
}
