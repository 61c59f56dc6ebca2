import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** What the location of the data folder depends on. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir() };
}

/**
 * Returns the default data folder, used without `--data`. Absolute; not created here. Source: XDG Base Directory
 * Specification 0.8 (Linux), Apple File System Programming Guide (macOS), and the local, never roaming, application
 * data of Windows: a live SQLite file must not be synchronised.
 */
export function defaultDataFolder(machine: Machine = thisMachine()): string {
  const { platform, env, home } = machine;
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? '';
    const base = win32.isAbsolute(local) ? local : win32.join(home, 'AppData', 'Local');
    return win32.join(base, 'Muster');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Muster');
  const named = env['XDG_DATA_HOME'] ?? '';
  // The specification requires ignoring a relative path.
  const base = posix.isAbsolute(named) ? named : posix.join(home, '.local', 'share');
  return posix.join(base, 'muster');
}
