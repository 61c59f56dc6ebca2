/**
 * Replaces the `electron` module if its binary is absent: windows are real pages in Chromium, `utilityProcess` is a
 * real Node process, and every call of the shell is checked against Electron's own type definitions. Its limits:
 * docs/decisions/0002-tests.md.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type * as Electron from 'electron';

import { checked, checkedClass } from './electron-types.ts';
import { channels, StandInWebContents } from './pages.ts';

/** Controls for tests: what the person sees and does, and what the system reports. */
export const person = {
  windows: [] as StandInWindow[],
  /** Buttons that the person presses in message boxes, in order; the cancelling one if none is named. */
  presses: [] as number[],
  boxes: [] as Electron.MessageBoxOptions[],
  /** Folder where the person saves files; undefined: cancels. */
  savesTo: undefined as string | undefined,
  notifications: [] as { title: string; body: string }[],
  openedOutside: [] as string[],
  tray: undefined as StandInTray | undefined,
  menu: [] as Electron.MenuItemConstructorOptions[],
  blockers: new Set<number>(),
  protocols: [] as string[],
  permissions: {} as {
    request?: Parameters<Electron.Session['setPermissionRequestHandler']>[0];
    check?: Parameters<Electron.Session['setPermissionCheckHandler']>[0];
    device?: Parameters<Electron.Session['setDevicePermissionHandler']>[0];
  },
  /** How the system stores secrets. */
  secrets: {
    isAvailable: true,
    backend: 'gnome_libsecret' as ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>,
  },
  screens: [{ x: 0, y: 0, width: 1920, height: 1040 }],
  /** Service processes that the shell forked, in order. They are real Node processes. */
  services: [] as ChildProcess[],
  /** The test is over: a process started later must not outlive it, nor keep its output open. */
  isOver: false,
};

const profile = mkdtempSync(join(tmpdir(), 'muster-profile-'));

class StandInApp extends EventEmitter {
  isPackaged = false;
  hasLock = true;
  hasQuit = false;
  isReady = (): boolean => true;
  requestSingleInstanceLock = (): boolean => this.hasLock;
  getVersion = (): string => '0.0.0-test';
  getLocale = (): string => 'en-GB';
  getPath = (name: string): string => join(profile, name);
  whenReady = (): Promise<void> => Promise.resolve();
  setAppUserModelId = (_id: string): void => undefined;
  setAsDefaultProtocolClient = (protocol: string): boolean => person.protocols.push(protocol) > 0;
  #isOpenedAtLogin = false;
  getLoginItemSettings = (_options?: object): { openAtLogin: boolean } => ({
    openAtLogin: this.#isOpenedAtLogin,
  });
  setLoginItemSettings = (settings: Electron.Settings): void => {
    this.#isOpenedAtLogin = settings.openAtLogin === true;
  };

  /** Behaves like Electron: asks first, closes the windows, and quits unless that is prevented. */
  quit(): void {
    let isAllowed = true;
    this.emit('before-quit', { preventDefault: () => void (isAllowed = false) });
    if (!isAllowed) return;
    for (const window of person.windows) window.closeForGood();
    this.hasQuit = true;
    this.emit('will-quit', {});
  }
}
const theApp = new StandInApp();
/** The program itself, unchecked, to emit system events. */
export const system = { app: theApp, profile };

class StandInWindow extends EventEmitter {
  readonly contents: StandInWebContents;
  readonly options: Electron.BrowserWindowConstructorOptions;
  isShown = false;
  isGone = false;
  focused = 0;
  bounds: Electron.Rectangle;
  isLarge = false;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.contents = new StandInWebContents(options);
    person.windows.push(this);
    theApp.emit('web-contents-created', {}, this.contents.seen);
  }

  get webContents(): StandInWebContents {
    return this.contents.seen;
  }

  async loadURL(url: string): Promise<void> {
    await this.contents.load(url);
    this.emit('ready-to-show');
    this.emit('stand-in-loaded', url);
  }

  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
  }
  focus(): void {
    this.focused += 1;
  }
  restore(): void {
    this.isShown = true;
  }
  maximize(): void {
    this.isLarge = true;
  }
  isMaximized(): boolean {
    return this.isLarge;
  }
  isMinimized(): boolean {
    return false;
  }
  getNormalBounds(): Electron.Rectangle {
    return this.bounds;
  }

  /** Closes it as the person would. */
  close(): void {
    let isAllowed = true;
    this.emit('close', { preventDefault: () => void (isAllowed = false) });
    if (isAllowed) this.closeForGood();
  }

  closeForGood(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.emit('closed');
    void this.contents.close();
  }
}

class StandInTray extends EventEmitter {
  toolTip = '';
  items: Electron.MenuItemConstructorOptions[] = [];

  constructor(_image: object) {
    super();
    person.tray = this;
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: { readonly template: Electron.MenuItemConstructorOptions[] }): void {
    this.items = menu.template;
  }
}

class StandInMenu {
  readonly template: Electron.MenuItemConstructorOptions[];
  constructor(template: Electron.MenuItemConstructorOptions[] = []) {
    this.template = template;
  }
  static buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): StandInMenu {
    return new StandInMenu(template);
  }
  static setApplicationMenu(menu: StandInMenu | null): void {
    person.menu = menu?.template ?? [];
  }
}

class StandInNotification extends EventEmitter {
  readonly #shown: { title: string; body: string };
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#shown = { title: options.title ?? '', body: options.body ?? '' };
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    person.notifications.push(this.#shown);
  }
}

class StandInUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    super();
    this.#child = child;
    child.on('message', (message) => this.emit('message', message));
    child.on('exit', (code) => this.emit('exit', code));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    // A process that has just ended receives nothing; nor does Electron report it.
    if (this.#child.connected) this.#child.send(structuredClone(message) as object, () => undefined);
  }
}

/** Starts a service process as Electron would. */
export function forkProcess(
  entry: string,
  words: string[] = [],
  _options?: Electron.ForkOptions,
): StandInUtilityProcess {
  const port = pathToFileURL(`${import.meta.dirname}/parent-port.ts`).href;
  const child = fork(entry, words, { execArgv: ['--import', port], serialization: 'advanced' });
  person.services.push(child);
  if (person.isOver) child.kill('SIGKILL');
  return checked('UtilityProcess', new StandInUtilityProcess(child));
}

const defaultSession = Object.assign(new EventEmitter(), {
  setPermissionRequestHandler: (handler: NonNullable<typeof person.permissions.request>) => {
    person.permissions.request = handler;
  },
  setPermissionCheckHandler: (handler: NonNullable<typeof person.permissions.check>) => {
    person.permissions.check = handler;
  },
  setDevicePermissionHandler: (handler: NonNullable<typeof person.permissions.device>) => {
    person.permissions.device = handler;
  },
});

const secretKey = randomBytes(32);

const standIns = {
  ipcMain: Object.assign(new EventEmitter(), {
    handle: (channel: string, handler: Parameters<Electron.IpcMain['handle']>[1]): void => {
      if (channels.has(channel)) throw new Error(`A second handler for ${channel}`);
      channels.set(channel, handler);
    },
  }),
  dialog: {
    showMessageBox: (options: Electron.MessageBoxOptions): Promise<{ response: number }> => {
      person.boxes.push(options);
      return Promise.resolve({ response: person.presses.shift() ?? options.cancelId ?? 0 });
    },
    showSaveDialog: (_options: Electron.SaveDialogOptions): Promise<Electron.SaveDialogReturnValue> =>
      Promise.resolve({ canceled: person.savesTo === undefined, filePath: person.savesTo ?? '' }),
    showErrorBox: (title: string, content: string): void => {
      throw new Error(`${title}: ${content}`);
    },
  },
  shell: {
    openExternal: (url: string): Promise<void> => {
      person.openedOutside.push(url);
      return Promise.resolve();
    },
  },
  screen: Object.assign(new EventEmitter(), {
    getAllDisplays: () => person.screens.map((workArea) => ({ workArea })),
  }),
  powerMonitor: new EventEmitter(),
  powerSaveBlocker: {
    start: (_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number => {
      const id = person.blockers.size + 1;
      person.blockers.add(id);
      return id;
    },
    stop: (id: number): boolean => person.blockers.delete(id),
  },
  safeStorage: {
    isEncryptionAvailable: (): boolean => person.secrets.isAvailable,
    getSelectedStorageBackend: () => person.secrets.backend,
    encryptString: (text: string): Buffer => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secretKey, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    decryptString: (sealed: Buffer): string => {
      const decipher = createDecipheriv('aes-256-gcm', secretKey, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
  },
};
export const app = checked('App', theApp);
export const BrowserWindow = checkedClass('BrowserWindow', StandInWindow);
export const Tray = checkedClass('Tray', StandInTray);
export const Menu = checkedClass('Menu', StandInMenu);
export const Notification = checkedClass('Notification', StandInNotification);
export const ipcMain = checked('IpcMain', standIns.ipcMain);
export const dialog = checked('Dialog', standIns.dialog);
export const shell = checked('Shell', standIns.shell);
export const screen = checked('Screen', standIns.screen);
export const powerMonitor = checked('PowerMonitor', standIns.powerMonitor);
export const powerSaveBlocker = checked('PowerSaveBlocker', standIns.powerSaveBlocker);
export const safeStorage = checked('SafeStorage', standIns.safeStorage);
export const session = { defaultSession: checked('Session', defaultSession) };
export const nativeImage = checkedClass(
  'NativeImage',
  class {
    static createFromPath(path: string): object {
      if (!existsSync(path)) throw new Error(`There is no image at ${path}`);
      return {};
    }
  },
);
export const utilityProcess = checkedClass(
  'UtilityProcess',
  class {
    static fork = forkProcess;
  },
);
/** Emits a system event to the program. */
export const fakePowerMonitor = standIns.powerMonitor;
