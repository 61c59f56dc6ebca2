import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';

import type { UpdateState } from '../../shared/ipc.ts';
import { serveFolder } from './folder-feed.ts';
import { manifestName, releaseFault } from './release-signature.ts';
import type { ShellSettings } from './shell-settings.ts';

const CHECK_INTERVAL_MS = 6 * 60 * 60_000;
/** The public key of releases; without it a copy cannot update itself. */
const KEY_FILE = join(import.meta.dirname, '..', '..', 'release-key.pem');

/** The parts of electron-updater in use. */
type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
  | 'once'
>;

/** The station during an installation: stopped before, and restarted if it failed. */
type InstalledStation = { readonly stop: () => Promise<void>; readonly resume: () => void };

/** Publishes the state. */
type SetState = (
  state: UpdateState['state'],
  version?: string | null,
  problem?: UpdateState['problem'],
) => void;

/** Dependencies; tests replace them. */
export type UpdateParts = {
  readonly load: () => Promise<Updater>;
  /** Returns the release key; undefined if this copy has none. */
  readonly publicKey: () => string | undefined;
};

const ownParts: UpdateParts = {
  load: async () => (await import('electron-updater')).default.autoUpdater,
  publicKey: () => (app.isPackaged && existsSync(KEY_FILE) ? readFileSync(KEY_FILE, 'utf8') : undefined),
};

/**
 * Updates from a URL or a folder that a person entered; off until then. A release counts only if its list was signed
 * with our key. It is downloaded when the station is idle, and installed when the person asks: never during an
 * enrolment or while headsets download.
 */
export class Updates {
  readonly #settings: ShellSettings;
  readonly #isBusy: () => boolean;
  readonly #parts: UpdateParts;
  #state: Pick<UpdateState, 'state' | 'version' | 'problem'> = { state: 'off', version: null, problem: null };
  #folder: { readonly url: string; close(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;

  constructor(settings: ShellSettings, isBusy: () => boolean, parts: UpdateParts = ownParts) {
    this.#settings = settings;
    this.#isBusy = isBusy;
    this.#parts = parts;
  }

  get state(): UpdateState {
    const settings = { ...this.#settings.get().updates, isBusy: this.#isBusy() };
    if (this.#parts.publicKey() === undefined) {
      return { ...settings, state: 'unavailable', version: null, problem: null };
    }
    return { ...settings, ...this.#state };
  }

  /** Checks now and every six hours, if updates are on. */
  async start(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#settings.get().updates.isOn || this.#parts.publicKey() === undefined) return;
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
    await this.check();
  }

  /** Switches updates on or off, and sets their source. */
  async set(request: { readonly isOn: boolean; readonly feed: string }): Promise<UpdateState> {
    this.#folder?.close();
    this.#folder = undefined;
    this.#set('off');
    if (request.isOn && !isFeed(request.feed)) {
      this.#settings.change({ updates: { ...request, isOn: false } });
      this.#set('failed', null, 'FEED_INVALID');
      return this.state;
    }
    this.#settings.change({ updates: { isOn: request.isOn, feed: request.feed } });
    await this.start();
    return this.state;
  }

  /** Checks for a new version, and downloads it if the station is idle. One check at a time. */
  async check(): Promise<UpdateState> {
    while (this.#checking !== undefined) await this.#checking;
    const publicKey = this.#parts.publicKey();
    const isDone = this.#state.state === 'ready' || this.#state.state === 'installing';
    if (publicKey === undefined || !this.#settings.get().updates.isOn || isDone) return this.state;
    this.#checking = this.#checkWith(publicKey);
    await this.#checking;
    this.#checking = undefined;
    return this.state;
  }

  /** Continues with what had to wait, once the station is idle. */
  resume(): void {
    if (this.#state.state === 'waiting') void this.check();
  }

  /** Stops the station and restarts into the new version, if the station is idle. */
  async install(station: InstalledStation): Promise<UpdateState> {
    const { state, version } = this.#state;
    if (state !== 'ready' || this.#isBusy()) return this.state;
    this.#set('installing', version);
    const updater = await this.#parts.load();
    // The program is not writable, or the installer does not start: the station resumes.
    updater.once('error', () => {
      this.#set('failed', version, 'INSTALL_FAILED');
      station.resume();
    });
    await station.stop();
    updater.quitAndInstall(true, true);
    return this.state;
  }

  async #checkWith(publicKey: string): Promise<void> {
    const { feed } = this.#settings.get().updates;
    const set: SetState = (...input) => {
      const now = this.#settings.get().updates;
      // Results for settings that were changed meanwhile are ignored.
      if (now.isOn && now.feed === feed) this.#set(...input);
    };
    try {
      await this.#fetchFrom(await this.#urlOf(feed), publicKey, set);
    } catch (error) {
      process.stderr.write(`muster: no update: ${error instanceof Error ? error.message : String(error)}\n`);
      const { state, version } = this.#state;
      set('failed', version, state === 'downloading' ? 'DOWNLOAD_FAILED' : 'FEED_UNREACHABLE');
    }
  }

  async #fetchFrom(url: string, publicKey: string, set: SetState): Promise<void> {
    set('looking');
    const updater = await this.#parts.load();
    updater.autoDownload = false;
    // Installed only when the person asks: quitting during a class must not take minutes.
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.setFeedURL({ provider: 'generic', url, useMultipleRangeRequest: false });
    const found = await updater.checkForUpdates();
    if (found === null) return set('current');
    const { version, files } = found.updateInfo;
    const name = manifestName(process.platform, process.arch);
    const [manifest, signature] = await Promise.all([fetchText(url, name), fetchText(url, `${name}.sig`)]);
    // Checked even if the list has nothing newer: otherwise an attacker could withhold the newest release forever.
    const fault = releaseFault(manifest, signature, {
      publicKey,
      release: { version, files },
      nowMs: Date.now(),
    });
    if (fault !== undefined) return set('failed', version, fault);
    if (!found.isUpdateAvailable) return set('current');
    if (this.#isBusy()) return set('waiting', version);
    set('downloading', version);
    await updater.downloadUpdate();
    set('ready', version);
  }

  async #urlOf(feed: string): Promise<string> {
    if (feed.startsWith('https://')) return feed.endsWith('/') ? feed : `${feed}/`;
    this.#folder ??= await serveFolder(feed);
    return this.#folder.url;
  }

  #set(
    state: UpdateState['state'],
    version: string | null = null,
    problem: UpdateState['problem'] = null,
  ): void {
    this.#state = { state, version, problem };
  }
}

/** Returns true for an https URL, or a folder by its absolute path. */
function isFeed(feed: string): boolean {
  return (feed.startsWith('https://') && URL.canParse(feed)) || isAbsolute(feed);
}

async function fetchText(base: string, name: string): Promise<string> {
  const answer = await fetch(new URL(name, base), { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${name}: ${String(answer.status)}`);
  return answer.text();
}
