import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { brandSchema } from '../../../../shared/contract/devices/reported.ts';
import type { States } from '../../devices/registry/index.ts';
import { flag } from '../../kernel/store/rows.ts';

const optional = z.string().nullable();

const stateRowSchema = z.object({
  id: z.string(),
  enterprise_id: z.string(),
  label: optional,
  is_enrolled: flag,
  is_archived: flag,
  model: optional,
  brand: brandSchema.nullable(),
  license: optional,
  mdm_info: optional,
  os_version: optional,
  battery: optional,
  storages: optional,
  last_heartbeat_at_ms: z.int().nullable(),
});
/** A device with the fields for counting; JSON columns as stored. */
export type StateRow = z.infer<typeof stateRowSchema>;

const contentRowSchema = z.object({
  id: z.string(),
  enterprise_id: z.string(),
  is_archived: flag,
  settings_hash: optional,
  applied_revision: z.int().nullable(),
  downloads: optional,
  installed_packages: optional,
  content_presence: optional,
  forgotten: optional,
});
/** A device with its assigned and reported contents. */
export type ContentRow = Omit<z.infer<typeof contentRowSchema>, 'settings_hash'> & {
  readonly settings: string;
};

const stateRows = z.array(stateRowSchema);
const contentRows = z.array(contentRowSchema);

/**
 * Reads many devices at once, only the columns for statistics. Writes nothing: the tables belong to the module
 * devices.
 */
export function openStatisticsStore(db: Database, { textOf }: Pick<States, 'textOf'>) {
  const selectStates = db.prepare(
    `SELECT device.id, device.enterprise_id, label, android_id IS NOT NULL AS is_enrolled, is_archived,
       device_type.name AS model, brand, license, mdm_info, os_version, battery, storages, last_heartbeat_at_ms
     FROM json_each(?) AS wanted JOIN device ON device.id = wanted.value
     LEFT JOIN device_type ON device_type.id = type_id LEFT JOIN device_report ON device_key = device.key`,
  );
  const selectContents = db.prepare(
    `SELECT device.id, enterprise_id, is_archived, settings_hash, applied_revision, downloads, installed_packages,
       content_presence, forgotten
     FROM json_each(?) AS wanted JOIN device ON device.id = wanted.value
     LEFT JOIN device_report ON device_report.device_key = device.key
     LEFT JOIN device_inventory ON device_inventory.device_key = device.key`,
  );
  return {
    /** Returns the existing devices among these ids, in order. */
    states: (ids: readonly string[]): StateRow[] => stateRows.parse(selectStates.all(JSON.stringify(ids))),
    contents: (ids: readonly string[]): ContentRow[] =>
      contentRows
        .parse(selectContents.all(JSON.stringify(ids)))
        .map(({ settings_hash: hash, ...row }) => ({ ...row, settings: textOf(hash) })),
  };
}
