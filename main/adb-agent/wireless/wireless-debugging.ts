import type { AdbConnection } from '../../adb/connection.ts';

/** Source: Android 11, Settings.Global.ADB_WIFI_ENABLED. */
const SETTING = ['global', 'adb_wifi_enabled'] as const;

/**
 * Returns the port at which a headset listens with wireless debugging; null if that is off, or it does not tell. The
 * property alone is no proof: it may outlive the switch. Source: Android, adb/daemon/adb_wifi.cpp. @throws {CableError}
 */
export async function readWirelessPort(adb: AdbConnection): Promise<number | null> {
  if ((await adb.run(['settings', 'get', ...SETTING])).stdout.trim() !== '1') return null;
  const port = Number((await adb.run(['getprop', 'service.adb.tls.port'])).stdout.trim());
  return port > 0 && port < 65_536 ? port : null;
}

/** Switches wireless debugging off, which ends the connection over it. @throws {CableError} */
export async function stopWireless(adb: AdbConnection): Promise<void> {
  await adb.must(['settings', 'put', ...SETTING, '0']);
}
