import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  FALLBACK_REASONS,
  QUALITY_PROFILES,
  TRANSPORTS,
} from '../../../../shared/contract/commands/stream.ts';
import { columnsOf, flag } from '../../kernel/store/rows.ts';

const amount = z.number().nullable();
const profile = z.enum(QUALITY_PROFILES).nullable();

const rowSchema = z.object({
  isStreaming: flag,
  /**
   * True from the negotiation, or the start, until the headset has stopped: it uses a part of the station's
   * capacity.
   */
  isGranted: flag,
  requestedProfile: profile,
  appliedProfile: profile,
  transport: z.enum(TRANSPORTS).nullable(),
  width: amount,
  height: amount,
  fps: amount,
  bitrateKbps: amount,
  fallbackReason: z.enum(FALLBACK_REASONS).nullable(),
  bandwidthKbps: amount,
  sinceMs: amount,
  /** Time of the newest event that was accepted. */
  reportedMs: amount,
  updatedAtMs: z.int(),
});
const COLUMNS = columnsOf(rowSchema);

/** How a headset streams, as it is stored. */
export type StreamState = z.infer<typeof rowSchema>;

const foundRow = rowSchema.optional();
const keysSchema = z.array(z.int());

export type StreamStates = ReturnType<typeof openStreamStates>;

/** The only code that reads and writes the table `device_stream`. Writes run inside the caller's transaction. */
export function openStreamStates(db: Database) {
  const select = db.prepare(`SELECT ${COLUMNS.selected} FROM device_stream WHERE device_key = ?`);
  const put = db.prepare(
    `INSERT OR REPLACE INTO device_stream (device_key, ${COLUMNS.names}) VALUES (?, ${COLUMNS.marks})`,
  );
  const remove = db.prepare('DELETE FROM device_stream WHERE device_key = ?');
  const selectHigh = db
    .prepare(
      `SELECT device_key FROM device_stream WHERE applied_profile = 'HIGH_FIDELITY' AND is_granted = 1`,
    )
    .pluck();

  return {
    find: (deviceKey: number): StreamState | undefined => foundRow.parse(select.get(deviceKey)),
    put: (deviceKey: number, state: StreamState): void => void put.run(deviceKey, ...COLUMNS.values(state)),
    clear: (deviceKey: number): void => void remove.run(deviceKey),
    /** Returns the keys of devices that were granted HIGH_FIDELITY and have not stopped. */
    withHighFidelity: (): number[] => keysSchema.parse(selectHigh.all()),
  };
}
