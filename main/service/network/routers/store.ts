import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { enterpriseIdSchema } from '../../../../shared/contract/ids.ts';
import { ROUTER_KINDS } from '../../../../shared/contract/network/routers.ts';
import type { AddressTable } from '../mac/address-table.ts';
import { columnsOf, flag, tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  key: z.int(),
  enterpriseId: enterpriseIdSchema,
  id: z.string(),
  position: z.int(),
  kind: z.enum(ROUTER_KINDS),
  label: z.string(),
  isEnabled: flag,
  /** Scheme, host and port. */
  url: z.string().nullable(),
  username: z.string().nullable(),
  /** The password or API key, encrypted by the vault. */
  secret: z.string().nullable(),
  site: z.string().nullable(),
  path: z.string().nullable(),
  allowsOtherNetworks: flag,
  poolSize: z.int().nullable(),
  /** The key that it must present. */
  fingerprint: z.string().nullable(),
  pinnedAtMs: z.int().nullable(),
});
const fieldsSchema = rowSchema.omit({ key: true });
const FIELDS = columnsOf(fieldsSchema);

/** A router as stored. `key` is the store's own number and never leaves it. */
export type Router = z.infer<typeof rowSchema>;

/** A router before it has a key. */
export type RouterFields = z.infer<typeof fieldsSchema>;

export type RouterStore = ReturnType<typeof openRouterStore>;

const macSchema = z.string().optional();

/** The only code that reads and writes the tables `router` and `router_entry`. Writes run inside the caller's transaction. */
export function openRouterStore(db: Database) {
  const table = tableOf(db, 'router', rowSchema);
  // The same key keeps its list entries.
  const put = db.prepare(
    `INSERT INTO router (${FIELDS.names}) VALUES (${FIELDS.marks})
     ON CONFLICT (enterprise_id, id) DO UPDATE SET position = excluded.position, kind = excluded.kind,
       label = excluded.label, is_enabled = excluded.is_enabled, url = excluded.url, username = excluded.username,
       secret = excluded.secret, site = excluded.site, path = excluded.path,
       allows_other_networks = excluded.allows_other_networks, pool_size = excluded.pool_size, fingerprint = excluded.fingerprint,
       pinned_at_ms = excluded.pinned_at_ms`,
  );
  const pin = db.prepare('UPDATE router SET fingerprint = ?, pinned_at_ms = ? WHERE key = ?');
  const count = db.prepare('SELECT count(*) FROM router_entry WHERE router_key = ?').pluck();
  const selectMac = db
    .prepare('SELECT mac_address FROM router_entry WHERE router_key = ? AND ip = ?')
    .pluck();
  const clearEntries = db.prepare('DELETE FROM router_entry WHERE router_key = ?');
  const addEntry = db.prepare('INSERT INTO router_entry (router_key, ip, mac_address) VALUES (?, ?, ?)');
  const findById = table.one<[enterpriseId: string, id: string]>('enterprise_id = ? AND id = ?');

  return {
    /** Returns those of an organisation, in the order in which they are queried. */
    ofEnterprise: table.all<[enterpriseId: string]>('enterprise_id = ? ORDER BY position'),
    findById,
    remove: table.remove<[key: number]>('key = ?'),
    /** Writes one under its organisation and id; returns the new row. */
    put(fields: RouterFields): Router {
      put.run(...FIELDS.values(fields));
      const written = findById(fields.enterpriseId, fields.id);
      if (written === undefined) throw new Error('A router that was just written is gone');
      return written;
    },
    /** Sets the key that it must present from now on. */
    pin: (key: number, fingerprint: string, nowMs: number): void => void pin.run(fingerprint, nowMs, key),
    countEntries: (key: number): number => z.int().parse(count.get(key)),
    /** Returns the MAC address for an address in a list. */
    findMac: (key: number, ip: string): string | undefined => macSchema.parse(selectMac.get(key, ip)),
    /** Replaces a list. */
    setEntries(key: number, entries: AddressTable): void {
      clearEntries.run(key);
      for (const [ip, macAddress] of entries) addEntry.run(key, ip, macAddress);
    },
  };
}
