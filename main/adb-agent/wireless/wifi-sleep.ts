import { type AdbConnection, oneChunk } from '../../adb/connection.ts';

/** Source: android.provider.Settings.Global; Android 11 and later ignore it, and keep the Wi-Fi on. */
const POLICY = ['global', 'wifi_sleep_policy'] as const;
const NEVER = '2';
/** Where the headset keeps the value that it had before; `null`: none. */
const BEFORE = '/data/local/tmp/muster-wifi-sleep';

/** Keeps the Wi-Fi of a headset on while it sleeps; its own value is stored on it first. @throws {CableError} */
export async function keepWifiOn(adb: AdbConnection): Promise<void> {
  const now = (await adb.must(['settings', 'get', ...POLICY])).trim();
  if (now === NEVER || !/^(?:null|[01])$/.test(now)) return;
  await adb.push(BEFORE, oneChunk(now));
  await adb.must(['settings', 'put', ...POLICY, NEVER]);
}

/** Gives a headset its own value back; nothing if it was not changed here. @throws {CableError} */
export async function restoreWifiSleep(adb: AdbConnection): Promise<void> {
  const { exitCode, stdout } = await adb.run(['cat', BEFORE]);
  const before = stdout.trim();
  if (exitCode !== 0) return;
  if (/^[01]$/.test(before)) await adb.must(['settings', 'put', ...POLICY, before]);
  else await adb.must(['settings', 'delete', ...POLICY]);
  await adb.must(['rm', '-f', BEFORE]);
}
