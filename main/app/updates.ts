import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';

import type { UpdateState } from '../../shared/ipc.ts';
import { serveFolder } from './folder-feed.ts';
import { manifestName, releaseFault } from './release-signature.ts';
import type { ShellSettings } from './shell-settings.ts';

const LOOK_EVERY_MS = 6 * 60 * 60_000;
/** The public key that releases are signed with; a copy without it cannot update itself. */
const KEY_FILE = join(import.meta.dirname, '..', '..', 'release-key.pem');

/** What is used of electron-updater. */
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

/** The station as an installation needs it: stopped before, and back where nothing came of it. */
type InstalledStation = { readonly stop: () => Promise<void>; readonly resume: () => void };

/** Says how they stand. */
type SetState = (
  state: UpdateState['state'],
  version?: string | null,
  problem?: UpdateState['problem'],
) => void;

/** What updates stand on; tests bring their own. */
export type UpdateParts = {
  readonly load: () => Promise<Updater>;
  /** The key of releases; undefined where this copy has none. */
  readonly publicKey: () => string | undefined;
};

const ownParts: UpdateParts = {
  load: async () => (await import('electron-updater')).default.autoUpdater,
  publicKey: () => (app.isPackaged && existsSync(KEY_FILE) ? readFileSync(KEY_FILE, 'utf8') : undefined),
};

/**
 * New versions from an address or a folder that somebody named; off until then. A release counts only when its list was signed
 * with our key. It is fetched when nothing is under way, and installed when the person says so or quits: never during an
 * enrolment or while contents are on their way.
 */
export class Updates {
  readonly #settings: ShellSettings;
  readonly #isBusy: () => boolean;
  readonly #parts: UpdateParts;
  #state: Pick<UpdateState, 'state' | 'version' | 'problem'> = { state: 'off', version: null, problem: null };
  #folder: { readonly url: string; close(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

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

  /** Looks now and every six hours, where updates are on. */
  async start(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#settings.get().updates.isOn || this.#parts.publicKey() === undefined) return;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    await this.look();
  }

  /** Turns them on or off, and says where to look. */
  async set(wish: { readonly isOn: boolean; readonly feed: string }): Promise<UpdateState> {
    this.#folder?.close();
    this.#folder = undefined;
    this.#set('off');
    if (wish.isOn && !isFeed(wish.feed)) {
      this.#settings.change({ updates: { ...wish, isOn: false } });
      this.#set('failed', null, 'FEED_INVALID');
      return this.state;
    }
    this.#settings.change({ updates: { isOn: wish.isOn, feed: wish.feed } });
    await this.start();
    return this.state;
  }

  /** Looks for a new version, and fetches it unless something is under way. One look at a time. */
  async look(): Promise<UpdateState> {
    while (this.#looking !== undefined) await this.#looking;
    const publicKey = this.#parts.publicKey();
    const isDone = this.#state.state === 'ready' || this.#state.state === 'installing';
    if (publicKey === undefined || !this.#settings.get().updates.isOn || isDone) return this.state;
    this.#looking = this.#lookWith(publicKey);
    await this.#looking;
    this.#looking = undefined;
    return this.state;
  }

  /** Nothing is under way any more: goes on with what had to wait. */
  goOn(): void {
    if (this.#state.state === 'waiting') void this.look();
  }

  /** Stops the station and restarts into the new version; not while something is under way. */
  async install(station: InstalledStation): Promise<UpdateState> {
    const { state, version } = this.#state;
    if (state !== 'ready' || this.#isBusy()) return this.state;
    this.#set('installing', version);
    const updater = await this.#parts.load();
    // A program that may not be written to, or an installer that does not start: the station goes on as it was.
    updater.once('error', () => {
      this.#set('failed', version, 'INSTALL_FAILED');
      station.resume();
    });
    await station.stop();
    updater.quitAndInstall(true, true);
    return this.state;
  }

  async #lookWith(publicKey: string): Promise<void> {
    const { feed } = this.#settings.get().updates;
    const set: SetState = (...given) => {
      const now = this.#settings.get().updates;
      // What somebody has turned off or pointed elsewhere meanwhile has nothing more to say.
      if (now.isOn && now.feed === feed) this.#set(...given);
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
    // Installed only when the person asks: quitting in front of a class must not take minutes.
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.setFeedURL({ provider: 'generic', url, useMultipleRangeRequest: false });
    const found = await updater.checkForUpdates();
    if (found === null) return set('current');
    const { version, files } = found.updateInfo;
    const name = manifestName(process.platform, process.arch);
    const [manifest, signature] = await Promise.all([fetchText(url, name), fetchText(url, `${name}.sig`)]);
    // Also of a list without anything newer: who holds back the new one must not be able to say so for ever.
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

/** An https address, or a folder by its whole path. */
function isFeed(feed: string): boolean {
  return (feed.startsWith('https://') && URL.canParse(feed)) || isAbsolute(feed);
}

async function fetchText(base: string, name: string): Promise<string> {
  const answer = await fetch(new URL(name, base), { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${name}: ${String(answer.status)}`);
  return answer.text();
}
