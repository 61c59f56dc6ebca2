import type { Database } from 'better-sqlite3';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import {
  type Brand,
  type DeviceType,
  deviceTypeSchema,
} from '../../../../shared/contract/devices/reported.ts';
import { brandOf } from '../../../../shared/domain/devices/brand.ts';
import { newId } from '../../kernel/new-id.ts';
import type { DeviceRecord } from './store.ts';

export type TypeStore = ReturnType<typeof openTypeStore>;

/**
 * The only code that reads and writes the `device_type` table. Every organisation has its own models: those of another
 * count as absent. With `refusesUnknown` new models are refused.
 */
export function openTypeStore(db: Database, refusesUnknown: boolean) {
  const insert = db.prepare(
    'INSERT INTO device_type (id, enterprise_id, name, product, brand) VALUES (?, ?, ?, ?, ?)',
  );
  const selectOne = db.prepare(
    'SELECT id, name, product, brand FROM device_type WHERE id = ? AND enterprise_id = ?',
  );
  const selectNamed = db.prepare(
    'SELECT id, name, product, brand FROM device_type WHERE enterprise_id = ? AND name = ? AND product = ?',
  );
  const selectName = db.prepare('SELECT 1 FROM device_type WHERE enterprise_id = ? AND name = ? LIMIT 1');
  const found = deviceTypeSchema.optional();

  const find = (enterpriseId: EnterpriseId, id: string): DeviceType | undefined =>
    found.parse(selectOne.get(id, enterpriseId));

  return {
    find,
    /** Returns the manufacturer whose numbers a headset understands; `generic` if its model is unknown. */
    brandFor: ({ enterpriseId, typeId }: Pick<DeviceRecord, 'enterpriseId' | 'typeId'>): Brand =>
      (typeId === null ? undefined : find(enterpriseId, typeId))?.brand ?? 'generic',
    /** Returns true if the organisation has a model of this name. */
    isNamed: (enterpriseId: string, name: string): boolean =>
      selectName.get(enterpriseId, name) !== undefined,
    /**
     * Finds a model by its names or adds it, inside the caller's transaction; its brand is detected from name and
     * product. Returns undefined if the station refuses unknown models.
     */
    recognise(enterpriseId: EnterpriseId, name: string, product: string): DeviceType | undefined {
      const known = found.parse(selectNamed.get(enterpriseId, name, product));
      if (known !== undefined || refusesUnknown) return known;
      const type: DeviceType = { id: newId(), name, product, brand: brandOf(name, product) };
      insert.run(type.id, enterpriseId, type.name, type.product, type.brand);
      return type;
    },
  };
}
