import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';

import type * as Electron from 'electron';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';

import { findChromium } from '../../chromium.ts';
import { checked } from './electron-types.ts';

let browser: Promise<Browser> | undefined;

function theBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  browser ??= chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return browser;
}

/** Closes the browser of all windows. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

type Answer = Parameters<Electron.IpcMain['handle']>[1];
/** Handlers of the shell's channels. */
export const channels = new Map<string, Answer>();

/**
 * Provides `contextBridge`, `ipcRenderer` and `require` to a preload, in the page before its own scripts. Unlike
 * Electron's, it runs in the page's own world: see docs/decisions/0002-tests.md.
 */
function asPreload(source: string): string {
  return `(() => {
    const electron = {
      contextBridge: { exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api) }) },
      ipcRenderer: { invoke: (channel, ...values) => window.__standInInvoke(channel, values) },
    };
    const require = (name) => { if (name === 'electron') return electron; throw new Error('A sandboxed preload cannot load ' + name); };
    const module = { exports: {} };
    const exports = module.exports;
    window.open = (url) => { void window.__standInOpen(new URL(url, location.href).href); return null; };
    addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[target=_blank]') : null;
      if (link === null) return;
      event.preventDefault();
      void window.__standInOpen(link.href);
    }, true);
    (function (exports, require, module) {
      ${source}
    })(exports, require, module);
  })();`;
}

/** A page of a window: a real one in Chromium, that emits the events of Electron's WebContents. */
export class StandInWebContents extends EventEmitter {
  readonly #preload: string | undefined;
  readonly #size: { width: number; height: number };
  #context: Promise<BrowserContext> | undefined;
  #page: Promise<Page> | undefined;
  #current: Page | undefined;
  #isOurs = false;
  #lastUrl = '';
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined;
  /** Addresses that the page tried to open and the shell refused. */
  readonly refused: string[] = [];
  printed: { options: Electron.WebContentsPrintOptions | undefined; bytes: number }[] = [];
  /** The object that the shell sees. */
  readonly seen: StandInWebContents;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.#preload = options.webPreferences?.preload;
    this.#size = { width: options.width ?? 800, height: options.height ?? 600 };
    this.seen = checked('WebContents', this);
  }

  /** The page in Chromium. */
  get page(): Promise<Page> {
    this.#page ??= this.#openPage();
    return this.#page;
  }

  getURL(): string {
    const url = this.#current?.url() ?? '';
    return url === 'about:blank' ? '' : url;
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }

  async load(url: string): Promise<void> {
    const page = await this.page;
    this.#isOurs = true;
    try {
      await page.goto(url);
    } finally {
      this.#isOurs = false;
    }
    this.#lastUrl = url;
  }

  /** Behaves like Electron after a crash: opens a new page at the same address. */
  reload(): void {
    void (async () => {
      await this.load(this.#lastUrl);
      this.emit('did-finish-load');
    })();
  }

  print(options?: Electron.WebContentsPrintOptions, done?: (isPrinted: boolean, why: string) => void): void {
    void (async () => {
      const pdf = await (await this.page).pdf({ printBackground: options?.printBackground === true });
      this.printed.push({ options, bytes: pdf.length });
      done?.(true, '');
    })();
  }

  async close(): Promise<void> {
    // A browser that has already exited took its windows with it.
    await (await this.#context)?.close().catch(() => undefined);
  }

  async #openPage(): Promise<Page> {
    this.#context ??= this.#openContext();
    const page = await (await this.#context).newPage();
    this.#current = page;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith('chrome')) this.#lastUrl = frame.url();
    });
    page.on('crash', () => {
      // The next load needs a live page.
      this.#page = undefined;
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 133 });
    });
    return page;
  }

  async #openContext(): Promise<BrowserContext> {
    const context = await (await theBrowser()).newContext({ viewport: this.#size, locale: 'en-GB' });
    await context.exposeBinding('__standInInvoke', ({ frame }, channel: string, values: unknown[]) => {
      const handler = channels.get(channel);
      if (handler === undefined) throw new Error(`No handler for ${channel}`);
      const parent = frame.parentFrame();
      const senderFrame = { url: frame.url(), parent: parent === null ? null : {} };
      return handler(
        { sender: this.seen, senderFrame } as unknown as Electron.IpcMainInvokeEvent,
        ...values,
      ) as unknown;
    });
    await context.exposeBinding('__standInOpen', (_source, url: string) => {
      this.openHandler?.({ url } as Electron.HandlerDetails);
    });
    if (this.#preload !== undefined) {
      await context.addInitScript({ content: asPreload(readFileSync(this.#preload, 'utf8')) });
    }
    await context.route('**/*', async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest() || this.#isOurs) return route.fallback();
      let isAllowed = true;
      const event = { url: request.url(), preventDefault: () => void (isAllowed = false) };
      this.emit('will-frame-navigate', event);
      if (isAllowed) return route.fallback();
      this.refused.push(request.url());
      return route.abort('aborted');
    });
    return context;
  }
}
