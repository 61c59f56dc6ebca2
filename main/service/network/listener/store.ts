import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const rowSchema = z
  .object({
    is_on: z.int(),
    port: z.int(),
    interfaces: z
      .string()
      .nullable()
      .transform((json) => (json === null ? null : z.array(z.string()).parse(JSON.parse(json)))),
    allows_unpaired: z.int(),
    passcode: z.string().nullable(),
  })
  .transform((row) => ({
    isOn: row.is_on === 1,
    port: row.port,
    interfaces: row.interfaces,
    allowsUnpaired: row.allows_unpaired === 1,
    passcode: row.passcode,
  }));

/** Stored settings of LAN access. `passcode` is a hash. */
export type LanSettings = Readonly<z.infer<typeof rowSchema>>;

/** Defaults. Source: design.md section 3. */
const UNTOUCHED: LanSettings = {
  isOn: false,
  port: 7443,
  interfaces: null,
  allowsUnpaired: true,
  passcode: null,
};

export type LanSettingStore = ReturnType<typeof openLanSettings>;

/** The only code that reads and writes `lan_setting`. Writes run inside the caller's transaction. */
export function openLanSettings(db: Database) {
  const select = db.prepare(
    'SELECT is_on, port, interfaces, allows_unpaired, passcode FROM lan_setting WHERE id = 1',
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO lan_setting (id, is_on, port, interfaces, allows_unpaired, passcode)
     VALUES (1, ?, ?, ?, ?, ?)`,
  );
  const found = rowSchema.optional();
  let known = found.parse(select.get()) ?? UNTOUCHED;

  return {
    /** Returns the effective settings; cached, because every request over the local network needs them. */
    get: (): LanSettings => known,
    /** Call the returned function after the commit. */
    put(settings: LanSettings): () => void {
      put.run(
        settings.isOn ? 1 : 0,
        settings.port,
        settings.interfaces === null ? null : JSON.stringify(settings.interfaces),
        settings.allowsUnpaired ? 1 : 0,
        settings.passcode,
      );
      return () => (known = settings);
    },
  };
}
