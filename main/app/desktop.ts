import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import {
  app,
  type BrowserWindow,
  dialog,
  type IpcMainInvokeEvent,
  Notification,
  powerMonitor,
} from 'electron';

import type { IpcHandlers } from '../../shared/ipc.ts';
import type { Activity } from '../../shared/service-port.ts';
import { type Copy, copyFor } from './window/copy.ts';
import { type Action, type FailurePage, failurePage } from './window/failure-page.ts';
import { crashText, failureText } from './window/failure-messages.ts';
import { stationFlags } from './flags.ts';
import { bindIpc } from './ipc.ts';
import { keyBox, keyProtection } from './key-box.ts';
import { linkIn, pathOfLink } from './window/links.ts';
import { HIDDEN, isLaunchedAtLogin, launchAtLogin } from './login-item.ts';
import { setMenu } from './window/menu.ts';
import { Wakefulness } from './power.ts';
import { forkService } from './service-process.ts';
import { ShellSettings } from './shell-settings.ts';
import { type ServiceState, Supervisor } from './supervisor.ts';
import { StatusIcon } from './window/tray.ts';
import { type UpdateParts, Updates } from '../updates/updates.ts';
import { appUpdates } from './app-updates.ts';
import { confinePages, openOutside, openWindow } from './window/window.ts';

const folder = import.meta.dirname;
/** The service's entry beside this tree: `.ts` in the sources, `.js` in the built application. */
const SERVICE_ENTRY = join(folder, '..', 'cli', `desktop-service${extname(import.meta.filename)}`);
/** A sandboxed preload must be a single CommonJS file, so the built one is always used. */
const PRELOAD = join(folder, '..', '..', 'preload', 'index.cjs');
const ICONS = join(folder, '..', '..', 'icons');

/** Where defects are reported; on the allow-list. */
const REPORT_URL = 'https://github.com/muster-station/muster/issues/new';

/** Dependencies of the shell; tests replace those that they cannot have. */
export type ShellOptions = {
  readonly preload?: string;
  readonly icons?: string;
  readonly updates?: UpdateParts;
};

/** Runs the station in a window until the person quits. `flags` are those of `serve`. Call it once, before `ready`. */
export function runDesktop(flags: readonly string[], options: ShellOptions = {}): Shell {
  const shell = new Shell(flags, options);
  shell.listen();
  app
    .whenReady()
    .then(() => shell.begin())
    .catch(report);
  return shell;
}

/** The desktop shell: one window, one icon beside the clock, one service process. It holds no fleet logic. */
class Shell {
  readonly #flags: readonly string[];
  readonly #options: ShellOptions;
  readonly #settings = new ShellSettings(join(app.getPath('userData'), 'shell.json'));
  readonly #wakefulness = new Wakefulness();
  readonly #supervisor: Supervisor;
  readonly #updates: Updates;
  #copy: Copy = copyFor('en');
  #window: BrowserWindow | undefined;
  #icon: StatusIcon | undefined;
  #activity: Activity | undefined;
  #isWindowWanted: boolean;
  /** A path that a link requested before the station was running. */
  #requestedPath: string | undefined;
  #quitting: 'no' | 'asked' | 'stopping' | 'stopped' = 'no';

  constructor(flags: readonly string[], options: ShellOptions) {
    this.#flags = stationFlags(flags);
    this.#options = options;
    this.#isWindowWanted = !flags.includes(HIDDEN);
    const link = linkIn(flags);
    this.#requestedPath = link === undefined ? undefined : pathOfLink(link);
    this.#supervisor = new Supervisor({
      fork: () => forkService(SERVICE_ENTRY, this.#flags),
      onState: (state) => this.#follow(state),
      onActivity: (activity) => this.#note(activity),
    });
    this.#updates = new Updates(this.#settings, () => this.#isBusy, options.updates ?? appUpdates);
  }

  get supervisor(): Supervisor {
    return this.#supervisor;
  }

  /** True while something runs that an update must not interrupt. */
  get #isBusy(): boolean {
    return this.#isWithHeadsets || (this.#activity?.syncs ?? 0) > 0;
  }

  /** True if a person should know of it before quitting; a sync simply resumes after the next start. */
  get #isWithHeadsets(): boolean {
    const { downloads = 0, uploads = 0, codes = 0 } = this.#activity ?? {};
    return downloads + uploads + codes > 0;
  }

  /** Subscribes to system events, before the app is ready. */
  listen(): void {
    app.on('second-instance', (_event, words) => {
      this.#openLink(linkIn(words));
      this.#present();
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#openLink(url);
    });
    app.on('activate', () => this.#present());
    // With its tray icon the station keeps running without a window.
    app.on('window-all-closed', () => {
      if (this.#icon === undefined) app.quit();
    });
    app.on('before-quit', (event) => {
      if (this.#quitting === 'stopped') return;
      event.preventDefault();
      this.#quit().catch(report);
    });
  }

  /** Creates window and tray icon, and starts the station. */
  begin(): void {
    this.#copy = copyFor(app.getLocale());
    app.setAsDefaultProtocolClient('muster');
    app.setAppUserModelId('io.muster.station');
    if (keyProtection() === 'system') this.#supervisor.protectKey(keyBox);
    confinePages({ isAllowed: (url) => this.#isOurs(url), choose: (action) => this.#choose(action) });
    bindIpc(this.#handlers(), (event) => this.#isOurPage(event));
    setMenu(this.#copy, {
      go: (path) => this.#go(path),
      print: () => void this.#print().catch(report),
      report: () => openOutside(REPORT_URL),
    });
    this.#icon = this.#makeIcon();
    powerMonitor.on('resume', () => this.#supervisor.wake());
    // The system is shutting down: there is no time to ask the person.
    powerMonitor.on('shutdown', () => void this.#stopAndEnd().catch(report));
    this.#supervisor.start();
    this.#updates.start().catch(report);
  }

  #makeIcon(): StatusIcon | undefined {
    try {
      return new StatusIcon(this.#options.icons ?? ICONS, this.#copy, {
        open: () => this.#present(),
        quit: () => app.quit(),
      });
    } catch (error) {
      // Some desktops have no tray: closing the window then ends the program.
      process.stderr.write(`muster: no icon beside the clock: ${String(error)}\n`);
      return undefined;
    }
  }

  #handlers(): IpcHandlers {
    return {
      connection: () => this.#supervisor.openSession(),
      appInfo: () => ({
        version: app.getVersion(),
        electron: process.versions['electron'] ?? '',
        platform: process.platform,
        keyProtection: keyProtection(),
      }),
      print: async () => ({ isPrinted: await this.#print() }),
      notify: ({ title, body }) => {
        this.#notify(title, body);
        return undefined;
      },
      saveText: async ({ name, text }) => ({ isSaved: await this.#save(name, text) }),
      openLink: ({ url }) => ({ isOpened: openOutside(url) }),
      launchAtLogin: () => ({ isOn: isLaunchedAtLogin() }),
      setLaunchAtLogin: ({ isOn }) => ({ isOn: launchAtLogin(isOn) }),
      updates: () => this.#updates.state,
      setUpdates: (request) => this.#updates.set(request),
      checkForUpdates: () => this.#updates.check(),
      installUpdate: () => this.#updates.install({ stop: () => this.#stop(), resume: () => this.#resume() }),
    };
  }

  #follow(state: ServiceState): void {
    this.#icon?.show(state, this.#activity);
    if (state.state === 'running') this.#showStation(state.url).catch(report);
    if (state.state === 'failed')
      this.#showFailure(failureText(state, this.#copy, app.getLocale())).catch(report);
  }

  #note(activity: Activity | undefined): void {
    this.#activity = activity;
    this.#icon?.show(this.#supervisor.state, activity);
    this.#wakefulness.set((activity?.downloads ?? 0) + (activity?.uploads ?? 0) > 0);
    if (!this.#isBusy) this.#updates.resume();
  }

  async #showStation(url: string): Promise<void> {
    if (!this.#isWindowWanted) return;
    const window = this.#openWindow();
    const path = this.#requestedPath;
    this.#requestedPath = undefined;
    // After a restart at the same URL the page reconnects automatically and keeps the text typed into it.
    if (path !== undefined || !isSameOrigin(window.webContents.getURL(), url)) {
      await load(window, url + (path ?? ''));
    }
  }

  async #showFailure(page: Omit<FailurePage, 'language'>): Promise<void> {
    this.#isWindowWanted = true;
    const language = app.getLocale().startsWith('fr') ? 'fr' : 'en';
    await load(this.#openWindow(), failurePage({ language, ...page }));
  }

  #choose(action: Action): void {
    switch (action) {
      case 'retry':
        this.#supervisor.start();
        break;
      case 'backup':
      case 'empty':
        this.#supervisor.start(action);
        break;
      case 'reload':
        this.#follow(this.#supervisor.state);
        break;
      case 'quit':
        app.quit();
    }
  }

  #openWindow(): BrowserWindow {
    if (this.#window !== undefined) return this.#window;
    const window = openWindow(this.#options.preload ?? PRELOAD, this.#settings, () => {
      this.#showFailure(crashText(this.#copy)).catch(report);
    });
    this.#window = window;
    window.once('ready-to-show', () => window.show());
    window.on('close', (event) => {
      if (this.#quitting !== 'no' || this.#icon === undefined) return;
      event.preventDefault();
      window.hide();
      this.#notifyStillRunning();
    });
    window.on('closed', () => (this.#window = undefined));
    return window;
  }

  #notifyStillRunning(): void {
    if (this.#settings.get().knowsTray) return;
    this.#settings.change({ knowsTray: true });
    this.#notify(this.#copy.keepsRunning, this.#copy.keepsRunningWhy);
  }

  /** Brings the window to the front, and creates it if needed. */
  #present(): void {
    this.#isWindowWanted = true;
    if (this.#window === undefined) {
      this.#follow(this.#supervisor.state);
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  #go(path: string): void {
    this.#requestedPath = path;
    this.#isWindowWanted = true;
    const { state } = this.#supervisor;
    if (state.state === 'running') this.#showStation(state.url).catch(report);
  }

  #openLink(link: string | undefined): void {
    const path = link === undefined ? undefined : pathOfLink(link);
    if (path !== undefined) this.#go(path);
  }

  #isOurs(url: string): boolean {
    const { state } = this.#supervisor;
    return state.state === 'running' && isSameOrigin(url, state.url);
  }

  #isOurPage({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    const isMainFrame = senderFrame !== null && senderFrame.parent === null;
    return isMainFrame && sender === this.#window?.webContents && this.#isOurs(senderFrame.url);
  }

  #print(): Promise<boolean> {
    const page = this.#window?.webContents;
    if (page === undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      page.print({ silent: false, printBackground: true }, (isPrinted) => resolve(isPrinted));
    });
  }

  #notify(title: string, body: string): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', () => this.#present());
    notification.show();
  }

  async #save(name: string, text: string): Promise<boolean> {
    const { canceled, filePath } = await dialog.showSaveDialog({
      defaultPath: join(app.getPath('downloads'), name),
    });
    if (canceled || filePath === '') return false;
    await writeFile(filePath, text);
    return true;
  }

  async #quit(): Promise<void> {
    if (this.#quitting !== 'no') return;
    this.#quitting = 'asked';
    if (this.#isWithHeadsets && !(await this.#mayQuit())) {
      this.#quitting = 'no';
      return;
    }
    await this.#stopAndEnd();
  }

  async #mayQuit(): Promise<boolean> {
    const { downloads = 0, uploads = 0, codes = 0 } = this.#activity ?? {};
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: this.#copy.quitWhileBusy,
      detail: this.#copy.busyWith(downloads + uploads, codes),
      buttons: [this.#copy.stay, this.#copy.quit],
      defaultId: 0,
      cancelId: 0,
    });
    return response === 1;
  }

  async #stop(): Promise<void> {
    this.#quitting = 'stopping';
    this.#wakefulness.set(false);
    await this.#supervisor.stop().catch(report);
    this.#quitting = 'stopped';
  }

  /** Resumes after quitting was cancelled. */
  #resume(): void {
    this.#quitting = 'no';
    this.#supervisor.start();
  }

  async #stopAndEnd(): Promise<void> {
    await this.#stop();
    app.quit();
  }
}

/**
 * Loads a page. An incomplete load is not reported: either another page was requested meanwhile, or the page crashed,
 * which is handled elsewhere.
 */
async function load(window: BrowserWindow, url: string): Promise<void> {
  try {
    await window.loadURL(url);
  } catch (error) {
    process.stderr.write(`muster: a page was not loaded to its end: ${String(error).slice(0, 200)}\n`);
  }
}

/** A defect of the shell itself. */
function report(error: unknown): void {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${detail}\n`);
  dialog.showErrorBox('Muster', error instanceof Error ? error.message : String(error));
}

/** False also if either is not a URL, like the empty URL of a new page. */
function isSameOrigin(left: string, right: string): boolean {
  return URL.canParse(left) && URL.canParse(right) && new URL(left).origin === new URL(right).origin;
}
