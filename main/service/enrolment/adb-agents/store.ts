import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Vault } from '../../kernel/vault.ts';

const rowSchema = z.object({
  device_id: z.string(),
  serial: z.string(),
  android_id: z.string(),
  sealed_enrolment: z.string(),
  wifi_address: z.string().nullable(),
});

/** A headset that this station manages over adb. `enrolment` is its agent's, unsealed: it contains a token. */
export type StoredHeadset = {
  readonly deviceId: string;
  readonly serial: string;
  readonly androidId: string;
  readonly enrolment: unknown;
  /** Its last address on the Wi-Fi. */
  readonly wifiAddress: string | null;
};

export type AdbHeadsetStore = ReturnType<typeof openAdbHeadsetStore>;

/** The only code that reads and writes `adb_headset`. Writes run inside the caller's transaction. */
export function openAdbHeadsetStore(db: Database, vault: Vault) {
  const select = db.prepare(
    'SELECT device_id, serial, android_id, sealed_enrolment, wifi_address FROM adb_headset',
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO adb_headset (device_id, serial, android_id, sealed_enrolment, managed_since_ms, wifi_address)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const setAddress = db.prepare('UPDATE adb_headset SET wifi_address = ? WHERE device_id = ?');
  const remove = db.prepare('DELETE FROM adb_headset WHERE device_id = ?');
  return {
    /** Every managed headset. One whose enrolment cannot be unsealed, as after a restore elsewhere, is left out. */
    all: (): StoredHeadset[] =>
      z
        .array(rowSchema)
        .parse(select.all())
        .flatMap((row) => {
          const text = vault.unseal(row.sealed_enrolment);
          const { device_id: deviceId, serial, android_id: androidId, wifi_address: wifiAddress } = row;
          const enrolment: unknown = text === undefined ? undefined : JSON.parse(text);
          return enrolment === undefined ? [] : [{ deviceId, serial, androidId, enrolment, wifiAddress }];
        }),
    put: ({ deviceId, serial, androidId, enrolment, wifiAddress }: StoredHeadset, nowMs: number): void =>
      void put.run(deviceId, serial, androidId, vault.seal(JSON.stringify(enrolment)), nowMs, wifiAddress),
    setAddress: (deviceId: string, wifiAddress: string): void => void setAddress.run(wifiAddress, deviceId),
    remove: (deviceId: string): void => void remove.run(deviceId),
  };
}
