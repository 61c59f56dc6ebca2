import { app, BrowserWindow, screen, session, shell, type WebContents } from 'electron';

import { type Action, chosenAction } from './failure-page.ts';
import { isAllowedLink } from './links.ts';
import type { ShellSettings } from '../shell-settings.ts';
import { fitBounds, LEAST } from './window-place.ts';

/** Name of the second window, which shows a headset to the class. */
const PROJECTOR = 'muster-projector';

/** What pages may do, and the handler of choices on a failure screen. */
type Rules = {
  readonly isAllowed: (url: string) => boolean;
  readonly choose: (action: Action) => void;
};

/**
 * Denies pages everything that the interface never needs: leaving the station's own origin, opening windows, embedding
 * pages, downloads from elsewhere, and all permissions except writing text to the clipboard (the page's "Copy").
 * Allowed links open in the person's browser. Applies to all pages created after the call.
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
    // The empty window for a projector, which the interface fills itself; it cannot navigate.
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

/** Opens an allowed URL in the person's browser; returns whether it is one. */
export function openOutside(url: string): boolean {
  if (!isAllowedLink(url)) return false;
  shell.openExternal(url).catch((error: unknown) => {
    process.stderr.write(`muster: the browser could not be opened: ${String(error)}\n`);
  });
  return true;
}

/** Maximum number of page crashes within a minute before the person is asked. */
const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;

/** Opens the one window at its last place. Its page is sandboxed and has only the API of the preload. */
export function openWindow(preload: string, settings: ShellSettings, onCrashes: () => void): BrowserWindow {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { isMaximized, ...place } = fitBounds(settings.get().place, areas);
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

/** Reloads a crashed page where it was, unless it keeps crashing. */
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
