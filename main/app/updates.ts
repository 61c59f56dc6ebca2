import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';

import type { UpdateState } from '../../shared/ipc.ts';
import { serveFolder } from './folder-feed.ts';
import { isSignedRelease, manifestName } from './release-signature.ts';
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
>;

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
  #isLooking = false;

  constructor(settings: ShellSettings, isBusy: () => boolean, parts: UpdateParts = ownParts) {
    this.#settings = settings;
    this.#isBusy = isBusy;
    this.#parts = parts;
  }

  get state(): UpdateState {
    const { isOn, feed } = this.#settings.get().updates;
    if (this.#parts.publicKey() === undefined) {
      return { isOn, feed, state: 'unavailable', version: null, problem: null };
    }
    return { isOn, feed, ...this.#state };
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

  /** Looks for a new version, and fetches it unless something is under way. */
  async look(): Promise<UpdateState> {
    const publicKey = this.#parts.publicKey();
    const isReady = this.#state.state === 'ready';
    if (publicKey === undefined || !this.#settings.get().updates.isOn || this.#isLooking || isReady) {
      return this.state;
    }
    this.#isLooking = true;
    try {
      await this.#lookWith(publicKey);
    } catch (error) {
      process.stderr.write(`muster: no update: ${error instanceof Error ? error.message : String(error)}\n`);
      this.#set('failed', this.#state.version, 'FEED_UNREACHABLE');
    } finally {
      this.#isLooking = false;
    }
    return this.state;
  }

  /** Nothing is under way any more: goes on with what had to wait. */
  goOn(): void {
    if (this.#state.state === 'waiting') void this.look();
  }

  /** Stops the station and restarts into the new version; not while something is under way. */
  async install(stop: () => Promise<void>): Promise<UpdateState> {
    if (this.#state.state !== 'ready' || this.#isBusy()) return this.state;
    const updater = await this.#parts.load();
    await stop();
    updater.quitAndInstall(true, true);
    return this.state;
  }

  async #lookWith(publicKey: string): Promise<void> {
    this.#set('looking');
    const url = await this.#feedUrl();
    const updater = await this.#parts.load();
    updater.autoDownload = false;
    // Installed only when the person asks: quitting in front of a class must not take minutes.
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.setFeedURL({ provider: 'generic', url, useMultipleRangeRequest: false });
    const found = await updater.checkForUpdates();
    if (found === null || !found.isUpdateAvailable) return this.#set('current');
    const { version, files } = found.updateInfo;
    const name = manifestName(process.platform, process.arch);
    const [manifest, signature] = await Promise.all([fetchText(url, name), fetchText(url, `${name}.sig`)]);
    if (!isSignedRelease(manifest, signature, { publicKey, release: { version, files } })) {
      return this.#set('failed', version, 'SIGNATURE_WRONG');
    }
    if (this.#isBusy()) return this.#set('waiting', version);
    this.#set('downloading', version);
    await updater.downloadUpdate();
    this.#set('ready', version);
  }

  async #feedUrl(): Promise<string> {
    const { feed } = this.#settings.get().updates;
    if (feed.startsWith('https://')) return feed.endsWith('/') ? feed : `${feed}/`;
    this.#folder ??= await serveFolder(feed);
    return this.#folder.url;
  }

  #set(state: UpdateState['state'], version: string | null = null, problem: string | null = null): void {
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
