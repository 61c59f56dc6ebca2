import { Menu, type MenuItemConstructorOptions } from 'electron';

import type { Copy } from './copy.ts';

/** Actions of the menu other than those of the system. */
export type MenuActions = {
  readonly go: (path: string) => void;
  readonly print: () => void;
  readonly report: () => void;
};

/** Returns the menu by the conventions of the platform: macOS has one named after the program, with Quit. */
function menuTemplate(
  platform: NodeJS.Platform,
  copy: Copy,
  { go, print, report }: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const ofMac: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  return [
    ...ofMac,
    {
      label: copy.file,
      submenu: [
        { label: copy.fleet, accelerator: 'CmdOrCtrl+1', click: () => go('/fleet') },
        { label: copy.enrol, accelerator: 'CmdOrCtrl+2', click: () => go('/enrol') },
        { type: 'separator' },
        { label: copy.print, accelerator: 'CmdOrCtrl+P', click: print },
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit', label: copy.quit },
      ],
    },
    { role: 'editMenu', label: copy.edit },
    {
      label: copy.view,
      submenu: [
        { role: 'reload' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu', label: copy.window },
    { role: 'help', label: copy.help, submenu: [{ label: copy.report, click: report }] },
  ];
}

/** Sets the application menu. */
export function setMenu(copy: Copy, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, copy, actions)));
}
