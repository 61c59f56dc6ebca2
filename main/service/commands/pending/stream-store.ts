import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  FALLBACK_REASONS,
  QUALITY_PROFILES,
  TRANSPORTS,
} from '../../../../shared/contract/commands/stream.ts';
import { columnsOf, flag, tableOf } from '../../kernel/store/rows.ts';

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

export type StreamStates = ReturnType<typeof openStreamStates>;

/** The only code that reads and writes the table `device_stream`. Writes run inside the caller's transaction. */
export function openStreamStates(db: Database) {
  const table = tableOf(db, 'device_stream', rowSchema);
  const put = db.prepare(
    `INSERT OR REPLACE INTO device_stream (device_key, ${COLUMNS.names}) VALUES (?, ${COLUMNS.marks})`,
  );

  return {
    find: table.one<[deviceKey: number]>('device_key = ?'),
    put: (deviceKey: number, state: StreamState): void => void put.run(deviceKey, ...COLUMNS.values(state)),
    clear: table.remove<[deviceKey: number]>('device_key = ?'),
    /** Returns the keys of devices that were granted HIGH_FIDELITY and have not stopped. */
    withHighFidelity: table.numbers('device_key', `applied_profile = 'HIGH_FIDELITY' AND is_granted = 1`),
  };
}
