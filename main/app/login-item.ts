import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { app } from 'electron';

/** Flag that starts the station without opening the window. */
export const HIDDEN = '--hidden';

/** Autostart file of Linux desktops. Source: Desktop Application Autostart Specification 0.5. */
function autostartFile(): string {
  const named = process.env['XDG_CONFIG_HOME'] ?? '';
  return join(named.startsWith('/') ? named : join(homedir(), '.config'), 'autostart', 'muster.desktop');
}

/** Returns whether Muster starts when the person logs in. */
export function isLaunchedAtLogin(): boolean {
  if (process.platform === 'linux') return existsSync(autostartFile());
  return app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin;
}

/** Switches starting at login on or off, without the window. Returns the effective setting. */
export function launchAtLogin(isOn: boolean): boolean {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOn, args: [HIDDEN] });
    return isLaunchedAtLogin();
  }
  const file = autostartFile();
  if (!isOn) rmSync(file, { force: true });
  else {
    // An AppImage runs from a mount that is gone at the next login: its own file has to be started.
    const program = process.env['APPIMAGE'] ?? process.execPath;
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(
      file,
      `[Desktop Entry]\nType=Application\nName=Muster\nExec="${program.replaceAll(/(["`$\\])/g, '\\$1')}" ${HIDDEN}\nTerminal=false\n`,
    );
  }
  return existsSync(file);
}
