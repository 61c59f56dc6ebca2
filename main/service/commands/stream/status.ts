import { type StreamStatus, type HardwareTier } from '../../../../shared/contract/commands/stream.ts';
import { hardwareTierOf } from '../../../../shared/domain/commands/stream-quality.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import { NO_STREAM } from './events.ts';

/** Returns the encoder class of the headset, by its model. */
export function tierOf({ types }: CommandRecords, { typeId, enterpriseId }: DeviceRecord): HardwareTier {
  return hardwareTierOf(typeId === null ? null : (types.find(enterpriseId, typeId) ?? null));
}

/** Returns how a headset streams, as in the interface. */
export function toStreamStatus(records: CommandRecords, record: DeviceRecord): StreamStatus {
  const stored = records.streams.find(record.key);
  const state = stored ?? NO_STREAM;
  return {
    deviceId: record.id,
    isStreaming: state.isStreaming,
    requestedProfile: state.requestedProfile,
    appliedProfile: state.appliedProfile,
    transport: state.transport,
    hardwareTier: tierOf(records, record),
    width: state.width,
    height: state.height,
    fps: state.fps,
    bitrateKbps: state.bitrateKbps,
    fallbackReason: state.fallbackReason,
    since: toInstantOrNull(state.sinceMs),
    updatedAt: stored === undefined ? null : toInstant(stored.updatedAtMs),
  };
}

/** Publishes the status to its followers. Call it after the commit. */
export function announceStream(records: CommandRecords, record: DeviceRecord): void {
  const { id, enterpriseId } = record;
  const data = toStreamStatus(records, record);
  records.core.changes.announce({ enterpriseId, deviceId: id, stream: { name: 'status', data } });
}
