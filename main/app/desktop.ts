import { extname, join } from 'node:path';

import { app, type BrowserWindow, dialog, type IpcMainInvokeEvent } from 'electron';

import { bindIpc } from './ipc.ts';
import { forkService } from './service-process.ts';
import { type ServiceState, Supervisor } from './supervisor.ts';
import { confinePages, openWindow } from './window.ts';

const folder = import.meta.dirname;
/** The service's entry beside this tree: `.ts` in the sources, `.js` in the built application. */
const SERVICE_ENTRY = join(folder, '..', 'cli', `desktop-service${extname(import.meta.filename)}`);
/** A sandboxed preload is one CommonJS file, so it is always the built one. */
const PRELOAD = join(folder, '..', '..', 'preload', 'index.cjs');

/** Runs the station in a window until the person quits. `flags` are those of `serve`. Call once, before `ready`. */
export function runDesktop(flags: readonly string[]): void {
  const supervisor = new Supervisor(() => forkService(SERVICE_ENTRY, flags), follow);
  let window: BrowserWindow | undefined;
  let isStopped = false;

  function follow(state: ServiceState): void {
    if (state.state === 'running') show(state.url).catch(report);
    if (state.state === 'failed') askWhatNext(state.message, supervisor).catch(report);
  }

  async function show(url: string): Promise<void> {
    if (window === undefined) {
      window = openWindow(PRELOAD);
      window.on('closed', () => (window = undefined));
    }
    // After a restart at the same address the page finds its way back by itself, and keeps what was typed into it.
    if (!isSameOrigin(window.webContents.getURL(), url)) await window.loadURL(url);
  }

  function isOurs(url: string): boolean {
    return supervisor.state.state === 'running' && isSameOrigin(url, supervisor.state.url);
  }

  function isOurPage({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    const isMainFrame = senderFrame !== null && senderFrame.parent === null;
    return isMainFrame && sender === window?.webContents && isOurs(senderFrame.url);
  }

  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    supervisor
      .stop()
      .catch(report)
      .finally(() => {
        isStopped = true;
        app.quit();
      });
  });

  app
    .whenReady()
    .then(() => {
      confinePages(isOurs);
      bindIpc(
        {
          connection: () => supervisor.openSession(),
          appInfo: () => ({
            version: app.getVersion(),
            electron: process.versions.electron,
            platform: process.platform,
          }),
        },
        isOurPage,
      );
      supervisor.start();
    })
    .catch(report);
}

/** Nothing helps by itself any more: the person decides. */
async function askWhatNext(message: string, supervisor: Supervisor): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Muster cannot run its station',
    detail: message,
    buttons: ['Try again', 'Quit'],
    cancelId: 1,
  });
  if (response === 0) supervisor.start();
  else app.quit();
}

/** A defect of the shell itself. */
function report(error: unknown): void {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${detail}\n`);
  dialog.showErrorBox('Muster', error instanceof Error ? error.message : String(error));
}

/** False also where either is no address, as the empty address of a new page is. */
function isSameOrigin(left: string, right: string): boolean {
  return URL.canParse(left) && URL.canParse(right) && new URL(left).origin === new URL(right).origin;
}
