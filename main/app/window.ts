import { app, BrowserWindow, session, type WebContents } from 'electron';

/**
 * Denies every page what the interface never needs: leaving the station's own origin, opening windows,
 * embedding pages, and every permission. Holds for all pages made after the call.
 */
export function confinePages(isAllowed: (url: string) => boolean): void {
  session.defaultSession.setPermissionRequestHandler((_page, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  app.on('web-contents-created', (_event, page) => confine(page, isAllowed));
}

function confine(page: WebContents, isAllowed: (url: string) => boolean): void {
  page.setWindowOpenHandler(() => ({ action: 'deny' }));
  page.on('will-attach-webview', (event) => event.preventDefault());
  page.on('will-frame-navigate', (event) => {
    if (!isAllowed(event.url)) event.preventDefault();
  });
  page.on('will-redirect', (event) => {
    if (!isAllowed(event.url)) event.preventDefault();
  });
}

/** The one window. Its page is sandboxed and knows only what the preload hands it. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  return window;
}
