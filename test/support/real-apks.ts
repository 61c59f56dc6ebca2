import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A real APK, of 3 MB. */
export const SETTINGS_APK_FILE = fileOf('io.appium.settings', 'settings_apk-debug.apk');
/** Another one, of 6 MB. */
export const DEMOS_APK_FILE = fileOf('android-apidemos', 'ApiDemos-debug.apk');

function fileOf(packageName: string, name: string): string {
  return join(dirname(require.resolve(`${packageName}/package.json`)), 'apks', name);
}
