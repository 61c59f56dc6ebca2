import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A real APK, of 3 MB. */
export const SETTINGS_APK_FILE = fileOf(
  require.resolve('io.appium.settings/package.json'),
  'settings_apk-debug.apk',
);
/** Another one, of 6 MB. */
export const DEMOS_APK_FILE = fileOf(require.resolve('android-apidemos/package.json'), 'ApiDemos-debug.apk');

function fileOf(manifest: string, name: string): string {
  return join(dirname(manifest), 'apks', name);
}
