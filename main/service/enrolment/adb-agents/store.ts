import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type StoredEnrolment,
  storedEnrolmentSchema,
} from '../../../../shared/domain/enrolment/adb-agents.ts';
import type { Vault } from '../../kernel/vault.ts';
import { flag, tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  deviceId: z.string(),
  serial: z.string(),
  androidId: z.string(),
  sealedEnrolment: z.string(),
  /** Its last address on the Wi-Fi. */
  wifiAddress: z.string().nullable(),
  /** False: it is managed only by cable. */
  isWifiOpen: flag,
});

/** A headset that this station manages over adb. `enrolment` is its agent's, unsealed: it contains a token. */
export type StoredHeadset = Readonly<Omit<z.infer<typeof rowSchema>, 'sealedEnrolment'>> & {
  readonly enrolment: StoredEnrolment;
};

export type AdbHeadsetStore = ReturnType<typeof openAdbHeadsetStore>;

/** The only code that reads and writes `adb_headset`. Writes run inside the caller's transaction. */
export function openAdbHeadsetStore(db: Database, vault: Vault) {
  const table = tableOf(db, 'adb_headset', rowSchema);
  const all = table.all();
  const put = db.prepare(
    `INSERT OR REPLACE INTO adb_headset
       (device_id, serial, android_id, sealed_enrolment, managed_since_ms, wifi_address, is_wifi_open)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const setOpen = db.prepare('UPDATE adb_headset SET is_wifi_open = ? WHERE device_id = ?');
  return {
    /** Every managed headset. One whose enrolment cannot be unsealed, as after a restore elsewhere, is left out. */
    all: (): StoredHeadset[] =>
      all().flatMap(({ sealedEnrolment, ...row }) => {
        const text = vault.unseal(sealedEnrolment);
        return text === undefined ? [] : { ...row, enrolment: storedEnrolmentSchema.parse(JSON.parse(text)) };
      }),
    put: (headset: StoredHeadset, nowMs: number): void => {
      const { deviceId, serial, androidId, enrolment, wifiAddress, isWifiOpen } = headset;
      const sealed = vault.seal(JSON.stringify(enrolment));
      put.run(deviceId, serial, androidId, sealed, nowMs, wifiAddress, Number(isWifiOpen));
    },
    setAddress: table.set<[deviceId: string, wifiAddress: string]>('wifi_address', 'device_id'),
    setOpen: (deviceId: string, isOpen: boolean): void => void setOpen.run(Number(isOpen), deviceId),
    remove: table.remove<[deviceId: string]>('device_id = ?'),
  };
}
