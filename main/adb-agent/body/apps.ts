import { readActivity, readForeground } from '../readers/software.ts';
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

/** Starts an app. Returns null once it is in the foreground, else why not: `am start` may succeed without any effect. */
export async function startApp(shell: Shell, packageName: string, looks = LOOKS): Promise<string | null> {
  const activity = await activityOf(shell, packageName);
  if (activity === null) return 'NO_ACTIVITY';
  const { exitCode, stdout, stderr } = await shell.run(['am', 'start', '-n', activity]);
  if (exitCode !== 0 || /^Error/m.test(`${stdout}\n${stderr}`)) return 'START_REFUSED';
  for (let look = 0; look < looks; look += 1) {
    if ((await foregroundOf(shell)) === packageName) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return 'NOT_IN_FOREGROUND';
}

async function activityOf(shell: Shell, packageName: string): Promise<string | null> {
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

/** True if a package is on the headset, the manufacturer's own included. @throws {CableError} if it is gone. */
export async function isInstalled(shell: Shell, packageName: string): Promise<boolean> {
  return (await shell.run(['pm', 'path', packageName])).exitCode === 0;
}
