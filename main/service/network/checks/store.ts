import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { STATION_EVENT_TYPES } from '../../../../shared/contract/devices/events.ts';
import { openSetting, type Setting } from '../../kernel/store/setting.ts';
import type { DatedEvent } from '../../../../shared/domain/kernel/clock-skew.ts';

const lanIps = z.array(z.string());
const heardSchema = z.object({
  key: z.int(),
  id: z.string(),
  label: z.string().nullable(),
  enterprise_id: z.string(),
});
const heardRows = z.array(heardSchema);
const datedRows = z.array(z.object({ timestampMs: z.number(), receivedAtMs: z.int() }));

/** A headset that was seen recently. */
export type HeardHeadset = z.infer<typeof heardSchema>;

export type CheckStore = ReturnType<typeof openCheckStore>;

/** Maximum number of headsets considered: those seen last are enough. */
const MAX_HEADSETS = 1_000;
const MAX_ADDRESSES = 1_000;
/** Number of newest events of a headset used to judge its clock. */
const MAX_EVENTS = 40;

/** URL of the internet test; null: the test is skipped. */
const internetAddressSetting: Setting<string | null> = {
  key: 'network.internet-address',
  schema: z.string().nullable(),
  initial: null,
};

/** Stores the setting of the checks, and reads reports and events, whose tables belong to other modules. */
export function openCheckStore(db: Database) {
  const internetAddress = openSetting(db, internetAddressSetting);
  const selectLanIps = db
    .prepare(
      `SELECT DISTINCT lan_ip FROM device_report WHERE last_heartbeat_at_ms >= ? AND lan_ip IS NOT NULL LIMIT ${MAX_ADDRESSES}`,
    )
    .pluck();
  const selectHeard = db.prepare(
    `SELECT key, id, label, enterprise_id FROM device_report JOIN device ON device.key = device_key
     WHERE last_heartbeat_at_ms >= ? AND is_archived = 0 AND is_practice = 0
     ORDER BY last_heartbeat_at_ms DESC LIMIT ${MAX_HEADSETS}`,
  );
  const stationTypes = STATION_EVENT_TYPES.map((type) => `'${type}'`).join(', ');
  const selectDated = db.prepare(
    `SELECT timestamp_ms AS timestampMs, received_at_ms AS receivedAtMs FROM
       (SELECT timestamp_ms, received_at_ms, type FROM device_event WHERE device_key = ? ORDER BY order_ms DESC LIMIT ${MAX_EVENTS})
     WHERE type NOT IN (${stationTypes})`,
  );
  return {
    internetAddress,
    /** Returns the addresses from which headsets reported since then. */
    reportedFrom: (sinceMs: number): string[] => lanIps.parse(selectLanIps.all(sinceMs)),
    /** Returns headsets that reported since then, the last one first. */
    heardSince: (sinceMs: number): HeardHeadset[] => heardRows.parse(selectHeard.all(sinceMs)),
    /** Returns the newest events that a headset dated itself. */
    datedEvents: (deviceKey: number): DatedEvent[] => datedRows.parse(selectDated.all(deviceKey)),
  };
}
