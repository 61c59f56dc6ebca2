import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { cableStepSchema } from '../../../../shared/contract/enrolment/cable.ts';
import { type CableRecipe, cableRecipeSchema } from '../../../../shared/contract/enrolment/cable-recipe.ts';
import type { Vault } from '../../kernel/vault.ts';
import { columnsOf, json, tableOf } from '../../kernel/store/rows.ts';

const headsetSchema = z.object({
  serial: z.string(),
  /** Its assigned slot. */
  deviceId: z.string(),
  model: z.string().nullable(),
  steps: json(z.array(cableStepSchema)),
  begunAtMs: z.int(),
  /** When it enrolled; null before. */
  preparedAtMs: z.int().nullable(),
});
const HEADSET = columnsOf(headsetSchema);

/** The work done on a headset by cable. */
export type PreparedHeadset = z.output<typeof headsetSchema>;

export type CableStore = ReturnType<typeof openCableStore>;

/** The only code that reads and writes `cable_recipe` and `cable_headset`. Writes run inside the caller's transaction. */
export function openCableStore(db: Database, vault: Vault) {
  return { ...openRecipes(db, vault), ...openHeadsets(db) };
}

function openRecipes(db: Database, vault: Vault) {
  const select = db.prepare(
    'SELECT recipe, wifi_password FROM cable_recipe WHERE enterprise_id = ? AND cart = ?',
  );
  const put = db.prepare(
    'INSERT OR REPLACE INTO cable_recipe (enterprise_id, cart, recipe, wifi_password) VALUES (?, ?, ?, ?)',
  );
  const row = z.object({ recipe: z.string(), wifi_password: z.string().nullable() }).optional();

  return {
    /** A cart's recipe without its Wi-Fi password, which `password` decrypts. */
    recipe(
      enterpriseId: string,
      cart: string,
    ): { recipe: CableRecipe; hasPassword: boolean; password: () => string | null } | undefined {
      const found = row.parse(select.get(enterpriseId, cart));
      if (found === undefined) return undefined;
      const sealed = found.wifi_password;
      return {
        recipe: cableRecipeSchema.parse(JSON.parse(found.recipe)),
        hasPassword: sealed !== null,
        password: () => (sealed === null ? null : (vault.unseal(sealed) ?? null)),
      };
    },
    /** Stores a recipe; an absent Wi-Fi password stays unchanged while the network is the same. */
    putRecipe(enterpriseId: string, recipe: CableRecipe): void {
      const before = row.parse(select.get(enterpriseId, recipe.cart));
      const password = recipe.wifi?.password;
      const isSameNetwork =
        before !== undefined &&
        cableRecipeSchema.parse(JSON.parse(before.recipe)).wifi?.ssid === recipe.wifi?.ssid;
      const storedPassword = isSameNetwork ? before.wifi_password : null;
      const sealed =
        password === undefined ? storedPassword : password === null ? null : vault.seal(password);
      const wifi = recipe.wifi === null ? null : { ssid: recipe.wifi.ssid };
      put.run(enterpriseId, recipe.cart, JSON.stringify({ ...recipe, wifi }), wifi === null ? null : sealed);
    },
  };
}

function openHeadsets(db: Database) {
  const table = tableOf(db, 'cable_headset', headsetSchema);
  const put = db.prepare(
    `INSERT OR REPLACE INTO cable_headset (enterprise_id, ${HEADSET.names}) VALUES (?, ${HEADSET.marks})`,
  );
  return {
    headset: table.one<[enterpriseId: string, serial: string]>('enterprise_id = ? AND serial = ?'),
    /** Returns the headset that was last prepared by cable for a slot. */
    headsetOf: table.one<[deviceId: string]>('device_id = ? ORDER BY begun_at_ms DESC LIMIT 1'),
    putHeadset(enterpriseId: string, headset: PreparedHeadset): void {
      put.run(enterpriseId, ...HEADSET.values(headset));
    },
  };
}
