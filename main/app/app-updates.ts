import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { app } from 'electron';

import { manifestName } from '../updates/release-signature.ts';
import type { UpdateParts } from '../updates/updates.ts';

/** The public key of releases; without it a copy cannot update itself. */
const KEY_FILE = join(import.meta.dirname, '..', '..', 'release-key.pem');

/** Updates of the desktop app, by electron-updater. */
export const appUpdates: UpdateParts = {
  load: async () => (await import('electron-updater')).default.autoUpdater,
  publicKey: () => (app.isPackaged && existsSync(KEY_FILE) ? readFileSync(KEY_FILE, 'utf8') : undefined),
  manifest: manifestName(process.platform, process.arch),
};
