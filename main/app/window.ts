import { app, BrowserWindow, screen, session, shell, type WebContents } from 'electron';

import { type Action, chosenAction } from './failure-page.ts';
import { isAllowedLink } from './links.ts';
import type { ShellSettings } from './shell-settings.ts';
import { fitPlace, LEAST } from './window-place.ts';

/** What the interface calls the second window that shows a headset to the class. */
const PROJECTOR = 'muster-projector';

/** What pages may do, and what a choice on a failure screen leads to. */
type Rules = {
  readonly isAllowed: (url: string) => boolean;
  readonly choose: (action: Action) => void;
};

/**
 * Denies every page what the interface never needs: leaving the station's own origin, opening windows, embedding pages,
 * downloads from elsewhere, and every permission but that to write a text to the clipboard (the page's own "Copy"). Links of the allow-list open in the person's browser. Holds for all pages
 * made after the call.
 */
export function confinePages(rules: Rules): void {
  const { defaultSession } = session;
  const mayHave = (permission: string, url: string): boolean =>
    permission === 'clipboard-sanitized-write' && rules.isAllowed(url);
  defaultSession.setPermissionRequestHandler((_page, permission, decide, { requestingUrl }) =>
    decide(mayHave(permission, requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_page, permission, origin) => mayHave(permission, origin));
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event, item) => {
    const url = item.getURL().replace(/^blob:/, '');
    if (!rules.isAllowed(url)) event.preventDefault();
  });
  app.on('web-contents-created', (_event, page) => confine(page, rules));
}

function confine(page: WebContents, { isAllowed, choose }: Rules): void {
  page.setWindowOpenHandler(({ url, frameName }) => {
    // The empty window for a projector, which the interface fills itself; it goes nowhere from there.
    if (url === 'about:blank' && frameName === PROJECTOR && isAllowed(page.getURL()))
      return { action: 'allow' };
    openOutside(url);
    return { action: 'deny' };
  });
  page.on('will-attach-webview', (event) => event.preventDefault());
  page.on('will-frame-navigate', (event) => {
    if (isAllowed(event.url)) return;
    event.preventDefault();
    const action = page.getURL().startsWith('data:') ? chosenAction(event.url) : undefined;
    if (action !== undefined) choose(action);
    else openOutside(event.url);
  });
  page.on('will-redirect', (event) => {
    if (!isAllowed(event.url)) event.preventDefault();
  });
}

/** Opens an address of the allow-list in the person's browser; answers whether it is one. */
export function openOutside(url: string): boolean {
  if (!isAllowedLink(url)) return false;
  shell.openExternal(url).catch((error: unknown) => {
    process.stderr.write(`muster: the browser could not be opened: ${String(error)}\n`);
  });
  return true;
}

/** How often the page may crash within a minute before the person is asked. */
const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;

/** The one window, where it was the last time. Its page is sandboxed and knows only what the preload hands it. */
export function openWindow(preload: string, settings: ShellSettings, onCrashes: () => void): BrowserWindow {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { isMaximized, ...place } = fitPlace(settings.get().place, areas);
  const window = new BrowserWindow({
    ...place,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  if (isMaximized) window.maximize();
  window.on('close', () => {
    settings.change({ place: { ...window.getNormalBounds(), isMaximized: window.isMaximized() } });
  });
  reloadAfterCrashes(window, onCrashes);
  return window;
}

/** A page that crashed is loaded again where it was; one that keeps crashing is not. */
function reloadAfterCrashes(window: BrowserWindow, onCrashes: () => void): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    process.stderr.write(`muster: the window's page is gone: ${reason}\n`);
    const nowMs = Date.now();
    crashes = [...crashes.filter((atMs) => nowMs - atMs < CRASH_WINDOW_MS), nowMs];
    if (crashes.length > MAX_CRASHES) {
      crashes = [];
      onCrashes();
    } else window.webContents.reload();
  });
}
