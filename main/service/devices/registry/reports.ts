import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { deviceIdSchema } from '../../../../shared/contract/ids.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import { columnsOf, flag } from '../../kernel/store/rows.ts';

const optional = z.string().nullable();

const reportSchema = z.object({
  lastHeartbeatAtMs: z.int().nullable(),
  battery: optional,
  worn: flag.nullable(),
  runningPackage: optional,
  /** Time of the event that reported it, by the headset's clock. */
  runningSinceMs: z.int().nullable(),
  appliedRevision: z.int().nullable(),
  storages: optional,
  lanIp: optional,
  /** Reported values that cannot be true, as JSON; null for none. */
  impossible: optional,
  /** The Wi-Fi network through which it says it is connected; null: unknown, or none. */
  wifiSsid: optional,
});

/** What changes with every heartbeat; separate from the record because it is written so often. */
export type Report = z.infer<typeof reportSchema>;

const inventorySchema = z.object({
  downloads: optional,
  installedPackages: optional,
  contentPresence: optional,
  /** Discard orders. */
  forgotten: optional,
});

/** Contents of the headset, as JSON text; written only when changed. */
export type Inventory = z.infer<typeof inventorySchema>;

const REPORT = columnsOf(reportSchema);
const INVENTORY = columnsOf(inventorySchema);
const SET_FORGOTTEN = 'UPDATE device_inventory SET forgotten = ? WHERE device_key = ?';

const NO_REPORT: Report = {
  lastHeartbeatAtMs: null,
  battery: null,
  worn: null,
  runningPackage: null,
  runningSinceMs: null,
  appliedRevision: null,
  storages: null,
  lanIp: null,
  impossible: null,
  wifiSsid: null,
};
const NO_INVENTORY: Inventory = {
  downloads: null,
  installedPackages: null,
  contentPresence: null,
  forgotten: null,
};

// Created once: creating a schema costs far more than using it, and these are used at every heartbeat.
const foundReport = reportSchema.optional();
const foundInventory = inventorySchema.optional();
const seenSchema = z.object({
  key: z.int(),
  id: z.string(),
  label: optional,
  enterprise_id: z.string(),
});
const seenRows = z.array(seenSchema);
const impossibleRows = z.array(z.object({ id: z.string(), label: optional, impossible: z.string() }));
const addresses = z.array(z.string());
const rowsSchema = z.array(z.object({ device_key: z.int() }).loose());
const reportedSchema = z.array(z.object({ key: z.int(), id: deviceIdSchema }));

export type ReportStore = ReturnType<typeof openReportStore>;

/** The only code that reads and writes the tables `device_report` and `device_inventory`. */
export function openReportStore(db: Database) {
  const selectReport = db.prepare(`SELECT ${REPORT.selected} FROM device_report WHERE device_key = ?`);
  const putReport = db.prepare(
    `INSERT OR REPLACE INTO device_report
     (device_key, ${REPORT.names}) VALUES (?, ${REPORT.marks})`,
  );
  const selectInventory = db.prepare(
    `SELECT ${INVENTORY.selected} FROM device_inventory WHERE device_key = ?`,
  );
  const putInventory = db.prepare(
    `INSERT OR REPLACE INTO device_inventory (device_key, ${INVENTORY.names}) VALUES (?, ${INVENTORY.marks})`,
  );
  const clearReport = db.prepare('DELETE FROM device_report WHERE device_key = ?');
  const clearInventory = db.prepare('DELETE FROM device_inventory WHERE device_key = ?');

  const setForgotten = db.prepare(SET_FORGOTTEN);
  const selectReported = db.prepare(
    `SELECT device.key, device.id FROM device_inventory JOIN device ON device.key = device_inventory.device_key
     WHERE device_inventory.device_key > ? ORDER BY device_inventory.device_key LIMIT ?`,
  );

  const selectImpossible = db.prepare(
    `SELECT device.id, device.label, impossible FROM device_report JOIN device ON device.key = device_key
     WHERE impossible IS NOT NULL LIMIT ?`,
  );
  return {
    ...openReadingsOfMany(db),
    /** Returns headsets that report values that cannot be true, at most `limit`; these as JSON. */
    impossible: (limit: number) => impossibleRows.parse(selectImpossible.all(limit)),
    ...openSeen(db),
    /** Deletes all reports of a headset that left the record. */
    clear(key: number): void {
      clearReport.run(key);
      clearInventory.run(key);
    },
    ...openAddress(db),
    /** Returns devices with a known inventory, in the order of their keys, at most `limit` after one. */
    reportedAfter: (key: number, limit: number) => reportedSchema.parse(selectReported.all(key, limit)),
    report: (key: number): Report => foundReport.parse(selectReport.get(key)) ?? NO_REPORT,
    putReport: (key: number, report: Report): void => void putReport.run(key, ...REPORT.values(report)),
    inventory: (key: number): Inventory => foundInventory.parse(selectInventory.get(key)) ?? NO_INVENTORY,
    putInventory: (key: number, inventory: Inventory): void =>
      void putInventory.run(key, ...INVENTORY.values(inventory)),
    /** Writes only the discard orders, as JSON text; without a report there is nothing to discard. */
    setForgotten: (key: number, orders: string): void => void setForgotten.run(orders, key),
    /** Does the same as a part of a large change. */
    setForgottenIn: (change: LargeChange, key: number, orders: string): void =>
      change.write(SET_FORGOTTEN, orders, key),
  };
}

function openAddress(db: Database) {
  const clear = db.prepare('UPDATE device_report SET lan_ip = NULL WHERE device_key = ?');
  return {
    /** The headset calls another station now: its last call here says no longer where it is. */
    clearAddress: (key: number): void => void clear.run(key),
  };
}

/** A headset that was seen recently. */
export type SeenHeadset = z.infer<typeof seenSchema>;

function openSeen(db: Database) {
  const selectSeen = db.prepare(
    `SELECT key, id, label, enterprise_id FROM device_report JOIN device ON device.key = device_key
     WHERE last_heartbeat_at_ms >= ? AND is_archived = 0 AND is_practice = 0
     ORDER BY last_heartbeat_at_ms DESC LIMIT ?`,
  );
  const selectAddresses = db
    .prepare(
      'SELECT DISTINCT lan_ip FROM device_report WHERE last_heartbeat_at_ms >= ? AND lan_ip IS NOT NULL LIMIT ?',
    )
    .pluck();
  return {
    /** Returns at most `limit` headsets that reported since then, the last one first, without practice headsets. */
    seenSince: (sinceMs: number, limit: number): SeenHeadset[] =>
      seenRows.parse(selectSeen.all(sinceMs, limit)),
    /** Returns at most `limit` addresses from which headsets reported since then. */
    addressesSince: (sinceMs: number, limit: number): string[] =>
      addresses.parse(selectAddresses.all(sinceMs, limit)),
  };
}

function openReadingsOfMany(db: Database) {
  const named = 'WHERE device_key IN (SELECT value FROM json_each(?))';
  const selectReports = db.prepare(`SELECT device_key, ${REPORT.selected} FROM device_report ${named}`);
  const selectInventories = db.prepare(
    `SELECT device_key, ${INVENTORY.selected} FROM device_inventory ${named}`,
  );

  return {
    /** Reads the reports of several devices at once. */
    reportsOf(keys: readonly number[]): (key: number) => Report {
      const rows = rowsSchema.parse(selectReports.all(JSON.stringify(keys)));
      const reports = new Map(rows.map((row) => [row.device_key, reportSchema.parse(row)]));
      return (key) => reports.get(key) ?? NO_REPORT;
    },
    /** Reads the inventories of several devices at once. */
    inventoriesOf(keys: readonly number[]): (key: number) => Inventory {
      const rows = rowsSchema.parse(selectInventories.all(JSON.stringify(keys)));
      const inventories = new Map(rows.map((row) => [row.device_key, inventorySchema.parse(row)]));
      return (key) => inventories.get(key) ?? NO_INVENTORY;
    },
  };
}
