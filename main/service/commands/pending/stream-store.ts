import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  FALLBACK_REASONS,
  QUALITY_PROFILES,
  TRANSPORTS,
} from '../../../../shared/contract/commands/stream.ts';

const COLUMNS = `is_streaming, is_granted, requested_profile, applied_profile, transport, width, height, fps,
  bitrate_kbps, fallback_reason, bandwidth_kbps, since_ms, reported_ms, updated_at_ms`;

const amount = z.number().nullable();
const flag = z.int().transform((value) => value === 1);
const profile = z.enum(QUALITY_PROFILES).nullable();

const rowSchema = z
  .object({
    is_streaming: flag,
    is_granted: flag,
    requested_profile: profile,
    applied_profile: profile,
    transport: z.enum(TRANSPORTS).nullable(),
    width: amount,
    height: amount,
    fps: amount,
    bitrate_kbps: amount,
    fallback_reason: z.enum(FALLBACK_REASONS).nullable(),
    bandwidth_kbps: amount,
    since_ms: amount,
    reported_ms: amount,
    updated_at_ms: z.int(),
  })
  .transform((row) => ({
    isStreaming: row.is_streaming,
    /**
     * True from the negotiation, or the start, until the headset has stopped: it uses a part of the station's
     * capacity.
     */
    isGranted: row.is_granted,
    requestedProfile: row.requested_profile,
    appliedProfile: row.applied_profile,
    transport: row.transport,
    width: row.width,
    height: row.height,
    fps: row.fps,
    bitrateKbps: row.bitrate_kbps,
    fallbackReason: row.fallback_reason,
    bandwidthKbps: row.bandwidth_kbps,
    sinceMs: row.since_ms,
    /** Time of the newest event that was accepted. */
    reportedMs: row.reported_ms,
    updatedAtMs: row.updated_at_ms,
  }));

/** How a headset streams, as it is stored. */
export type StreamState = z.infer<typeof rowSchema>;

const foundRow = rowSchema.optional();
const keysSchema = z.array(z.int());

export type StreamStates = ReturnType<typeof openStreamStates>;

/** The only code that reads and writes the table `device_stream`. Writes run inside the caller's transaction. */
export function openStreamStates(db: Database) {
  const select = db.prepare(`SELECT ${COLUMNS} FROM device_stream WHERE device_key = ?`);
  const put = db.prepare(
    `INSERT OR REPLACE INTO device_stream (device_key, ${COLUMNS})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM device_stream WHERE device_key = ?');
  const selectHigh = db
    .prepare(
      `SELECT device_key FROM device_stream WHERE applied_profile = 'HIGH_FIDELITY' AND is_granted = 1`,
    )
    .pluck();

  return {
    find: (deviceKey: number): StreamState | undefined => foundRow.parse(select.get(deviceKey)),
    put(deviceKey: number, state: StreamState): void {
      put.run(
        deviceKey,
        Number(state.isStreaming),
        Number(state.isGranted),
        state.requestedProfile,
        state.appliedProfile,
        state.transport,
        state.width,
        state.height,
        state.fps,
        state.bitrateKbps,
        state.fallbackReason,
        state.bandwidthKbps,
        state.sinceMs,
        state.reportedMs,
        state.updatedAtMs,
      );
    },
    clear: (deviceKey: number): void => void remove.run(deviceKey),
    /** Returns the keys of devices that were granted HIGH_FIDELITY and have not stopped. */
    withHighFidelity: (): number[] => keysSchema.parse(selectHigh.all()),
  };
}
