import type { Database } from 'better-sqlite3';

import { type DeviceType, deviceTypeSchema } from '../../../../shared/contract/reported.ts';
import { brandOf } from '../../../../shared/domain/brand.ts';
import { newId } from '../../new-id.ts';

export type TypeStore = ReturnType<typeof openTypeStore>;

/** The only code that reads and writes the `device_type` table. */
export function openTypeStore(db: Database) {
  const insert = db.prepare('INSERT INTO device_type (id, name, product, brand) VALUES (?, ?, ?, ?)');
  const selectOne = db.prepare('SELECT id, name, product, brand FROM device_type WHERE id = ?');
  const selectNamed = db.prepare(
    'SELECT id, name, product, brand FROM device_type WHERE name = ? AND product = ?',
  );
  const found = deviceTypeSchema.optional();

  return {
    find: (id: string): DeviceType | undefined => found.parse(selectOne.get(id)),
    findNamed: (name: string, product: string): DeviceType | undefined =>
      found.parse(selectNamed.get(name, product)),
    /** Adds a model inside the caller's transaction; its brand is found from name and product. */
    add: (name: string, product: string): DeviceType => {
      const type: DeviceType = { id: newId(), name, product, brand: brandOf(name, product) };
      insert.run(type.id, type.name, type.product, type.brand);
      return type;
    },
  };
}

/** Finds a model by its names or adds it, inside the caller's transaction. */
export function findOrAddType(types: TypeStore, name: string, product: string): DeviceType {
  return types.findNamed(name, product) ?? types.add(name, product);
}
