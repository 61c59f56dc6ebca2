import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

import type * as Electron from 'electron';

/**
 * Stands in for the `electron` module where its binary is not: the few parts that the shell uses, typed after
 * Electron's own definitions, with what a test needs to act as the person or as a page.
 */
type Handler = Parameters<Electron.IpcMain['handle']>[1];
type NavigationEvent = { url: string; preventDefault: () => void };

class StandInPage extends EventEmitter {
  url = '';
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined;

  getURL(): string {
    return this.url;
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }

  /** Tries to go to an address, as a link in the page would. True when it was let go. */
  tryToGo(how: 'will-frame-navigate' | 'will-redirect', url: string): boolean {
    let isLet = true;
    const event: NavigationEvent = { url, preventDefault: () => void (isLet = false) };
    this.emit(how, event);
    return isLet;
  }
}

/** Windows that the shell opened, in order. */
export const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  readonly webContents = new StandInPage();
  readonly options: Electron.BrowserWindowConstructorOptions;
  isShown = false;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  loadURL(url: string): Promise<void> {
    this.webContents.url = url;
    this.emit('ready-to-show');
    this.emit('stand-in-loaded', url);
    return Promise.resolve();
  }

  show(): void {
    this.isShown = true;
  }

  isMinimized(): boolean {
    return false;
  }

  focus(): void {
    this.emit('stand-in-focused');
  }
}

class StandInApp extends EventEmitter {
  isPackaged = false;
  hasLock = true;
  requestSingleInstanceLock = (): boolean => this.hasLock;
  getVersion = (): string => '0.0.0-test';
  whenReady = (): Promise<void> => Promise.resolve();

  /** As Electron does it: asks first, and ends only when nobody objects. */
  quit(): void {
    let isLet = true;
    this.emit('before-quit', { preventDefault: () => void (isLet = false) });
    if (isLet) this.emit('stand-in-quit');
  }
}

export const app = new StandInApp();

/** Permissions as the shell set them. */
export const permissions: {
  request?: Parameters<Electron.Session['setPermissionRequestHandler']>[0];
  check?: Parameters<Electron.Session['setPermissionCheckHandler']>[0];
} = {};

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (
      handler: Parameters<Electron.Session['setPermissionRequestHandler']>[0],
    ) => {
      permissions.request = handler;
    },
    setPermissionCheckHandler: (handler: Parameters<Electron.Session['setPermissionCheckHandler']>[0]) => {
      permissions.check = handler;
    },
  },
};

const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle: (channel: string, handler: Handler): void => {
    if (handlers.has(channel)) throw new Error(`A second handler for ${channel}`);
    handlers.set(channel, handler);
  },
};

/** Asks the shell as a page does. `sender` is the page, `frame` the frame that asks. */
export async function askFrom(
  from: { sender: unknown; senderFrame: { url: string; parent: unknown } | null },
  channel: string,
  request?: unknown,
): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler for ${channel}`);
  const answer: unknown = await handler(from as Electron.IpcMainInvokeEvent, request);
  return structuredClone(answer);
}

/** Messages that the shell put before the person; `choice` is the button that is pressed. */
export const dialogs: { shown: Electron.MessageBoxOptions[]; choice: number } = { shown: [], choice: 1 };

export const dialog = {
  showMessageBox: (options: Electron.MessageBoxOptions): Promise<{ response: number }> => {
    dialogs.shown.push(options);
    return Promise.resolve({ response: dialogs.choice });
  },
  showErrorBox: (title: string, content: string): void => {
    throw new Error(`${title}: ${content}`);
  },
};

/** Service processes that the shell forked, in order. They are real processes of Node. */
export const serviceProcesses: ChildProcess[] = [];

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
    if (this.#child.connected) this.#child.send(structuredClone(message) as object);
  }
}

export const utilityProcess = {
  fork: (entry: string, words: string[], _options?: Electron.ForkOptions): StandInUtilityProcess => {
    const port = pathToFileURL(`${import.meta.dirname}/parent-port.ts`).href;
    const child = fork(entry, words, { execArgv: ['--import', port], serialization: 'advanced' });
    serviceProcesses.push(child);
    return new StandInUtilityProcess(child);
  },
};
