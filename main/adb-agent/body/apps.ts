import type { InstalledPackage } from '../../../shared/contract/devices/reported.ts';
import { readActivity, readForeground, readPackages, readVersion } from '../readers/software.ts';
import type { Shell } from './writers.ts';

/** Categories of the activity that starts an app; Meta's VR apps may have no launcher activity. */
const CATEGORIES = ['android.intent.category.LAUNCHER', 'com.oculus.intent.category.VR'];
/** How often the foreground is looked at after a start, and the pause between: a VR app takes seconds. */
const LOOKS = 20;
const PAUSE_MS = 500;

/** Returns the package in the foreground; null if the headset does not tell. */
export async function foregroundOf(shell: Shell): Promise<string | null> {
  return readForeground((await shell.run(['dumpsys', 'activity', 'activities'])).stdout);
}

/** Starts an app. Returns null once it is in the foreground, else why not. */
export async function startApp(shell: Shell, packageName: string): Promise<string | null> {
  const activity = await activityOf(shell, packageName);
  return activity === null ? 'NO_ACTIVITY' : startActivity(shell, activity, LOOKS);
}

/**
 * Starts an activity. Returns null once its app is in the foreground, which is looked for `looks` times; else why not:
 * `am start` may succeed without any effect.
 */
export async function startActivity(shell: Shell, activity: string, looks: number): Promise<string | null> {
  const { exitCode, stdout, stderr } = await shell.run(['am', 'start', '-n', activity]);
  if (exitCode !== 0 || /^Error/m.test(`${stdout}\n${stderr}`)) return 'START_REFUSED';
  for (let look = 0; look < looks; look += 1) {
    if ((await foregroundOf(shell)) === activity.split('/')[0]) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return 'NOT_IN_FOREGROUND';
}

/** Returns the activity that starts an app; null if it has none, or is not installed. @throws {CableError} if it is gone. */
export async function activityOf(shell: Shell, packageName: string): Promise<string | null> {
  for (const category of CATEGORIES) {
    const { stdout } = await shell.run([
      'cmd',
      'package',
      'resolve-activity',
      '--brief',
      '-c',
      category,
      packageName,
    ]);
    const activity = readActivity(stdout);
    if (activity !== null) return activity;
  }
  return null;
}

/** Ends an app. @throws {CableError} */
export async function stopApp(shell: Shell, packageName: string): Promise<void> {
  await shell.must(['am', 'force-stop', packageName]);
}

/** Returns the apps that were installed on a headset; without versions on Android 7. @throws {CableError} if it is gone. */
export async function installedApps(shell: Shell): Promise<InstalledPackage[]> {
  return readPackages(await listed(shell, ['-3'], []));
}

/** Returns the version of a package; null if the system states none, undefined if it is not installed. */
export async function installedVersion(
  shell: Shell,
  packageName: string,
): Promise<number | null | undefined> {
  const found = readPackages(await listed(shell, [], [packageName])).find(
    (each) => each.packageName === packageName,
  );
  if (found === undefined || found.versionCode !== undefined) return found?.versionCode;
  return readVersion((await shell.run(['dumpsys', 'package', packageName])).stdout);
}

/** Android 7 does not know the option for versions. Source: PackageManagerShellCommand. */
async function listed(shell: Shell, options: readonly string[], names: readonly string[]): Promise<string> {
  const list = ['pm', 'list', 'packages', ...options];
  const { stdout, stderr } = await shell.run([...list, '--show-versioncode', ...names]);
  if (!/unknown option/i.test(`${stdout}\n${stderr}`)) return stdout;
  return (await shell.run([...list, ...names])).stdout;
}

/** True if a package is on the headset, the manufacturer's own included. @throws {CableError} if it is gone. */
export async function isInstalled(shell: Shell, packageName: string): Promise<boolean> {
  return (await shell.run(['pm', 'path', packageName])).exitCode === 0;
}
