import { join } from 'node:path';

import { Menu, nativeImage, Tray } from 'electron';

import type { Activity } from '../../../shared/service-port.ts';
import type { Copy } from './copy.ts';
import type { ServiceState } from '../supervisor.ts';

/** The tray icon: state of the station, opening its window, and quitting. */
export class StatusIcon {
  readonly #tray: Tray;
  readonly #copy: Copy;
  readonly #actions: { readonly open: () => void; readonly quit: () => void };
  #shown = '';

  constructor(
    iconFolder: string,
    copy: Copy,
    actions: { readonly open: () => void; readonly quit: () => void },
  ) {
    // macOS adapts the colour of a template image to its menu bar.
    const file = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
    this.#tray = new Tray(nativeImage.createFromPath(join(iconFolder, file)));
    this.#copy = copy;
    this.#actions = actions;
    this.#tray.on('click', actions.open);
    this.show({ state: 'starting' }, undefined);
  }

  /** Shows the state of the station. */
  show(state: ServiceState, activity: Activity | undefined): void {
    const status = statusText(this.#copy, state, activity);
    if (status === this.#shown) return;
    this.#shown = status;
    this.#tray.setToolTip(`Muster: ${status}`);
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: status, enabled: false },
        { type: 'separator' },
        { label: this.#copy.open, click: this.#actions.open },
        { label: this.#copy.quit, click: this.#actions.quit },
      ]),
    );
  }
}

function statusText(copy: Copy, state: ServiceState, activity: Activity | undefined): string {
  switch (state.state) {
    case 'running':
      return activity === undefined ? copy.starting : copy.headsets(activity.linked, activity.headsets);
    case 'starting':
    case 'waiting':
      return copy.starting;
    case 'failed':
    case 'stopped':
      return copy.stopped;
  }
}
