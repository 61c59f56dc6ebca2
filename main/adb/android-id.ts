import type { AdbConnection } from './connection.ts';

/** Returns the Android ID of the shell: the same until the headset is reset; null if it does not tell. @throws {CableError} */
export async function readAndroidId(shell: Pick<AdbConnection, 'run'>): Promise<string | null> {
  const { stdout } = await shell.run(['settings', 'get', 'secure', 'android_id']);
  const androidId = stdout.trim().toLowerCase();
  return /^[0-9a-f]{8,16}$/.test(androidId) ? androidId : null;
}
