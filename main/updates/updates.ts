import { isAbsolute } from 'node:path';

import type { UpdateProblem, UpdateSettings, UpdateState } from '../../shared/update-state.ts';
import { serveFolder } from './folder-feed.ts';
import { releaseFault } from './release-signature.ts';

const CHECK_INTERVAL_MS = 6 * 60 * 60_000;

/** What finds, downloads and installs a version: the parts of electron-updater in use. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  setFeedURL(source: {
    readonly provider: 'generic';
    readonly url: string;
    readonly useMultipleRangeRequest: false;
  }): void;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string; readonly files: readonly { readonly sha512: string }[] };
  } | null>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  once(event: 'error', listener: (error: Error) => void): unknown;
};

/** Why a version cannot be used, for the person. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
  readonly problem: UpdateProblem;
  readonly version: string | undefined;

  constructor(problem: UpdateProblem, version?: string, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
    this.version = version;
  }
}

/** Where the switch and the source are stored. */
export type SettingsStore = {
  get(): { readonly updates: UpdateSettings };
  change(change: { readonly updates: UpdateSettings }): void;
};

/** The station during an installation: stopped before, and restarted if it failed. */
type InstalledStation = { readonly stop: () => Promise<void>; readonly resume: () => void };

/** Publishes the state. */
type SetState = (
  state: UpdateState['state'],
  version?: string | null,
  problem?: UpdateProblem | null,
) => void;

/** What differs between the desktop app and portable copies. */
export type UpdateParts = {
  readonly load: () => Promise<Updater>;
  /** Returns the release key; undefined if this copy has none. */
  readonly publicKey: () => string | undefined;
  /** The name of the list of releases for this system. */
  readonly manifest: string;
  /** Returns the folder of the release that a person named on this computer; absent: it must be the folder itself. */
  readonly folderOf?: (path: string) => string;
  /** The version that failed before this start. */
  readonly failed?: { readonly version: string; readonly problem: UpdateProblem } | undefined;
};

/**
 * Updates from a URL or a folder that a person entered; off until then. A release counts only if its list was signed
 * with our key. It is downloaded when the station is idle, and installed when the person asks: never during an
 * enrolment or while headsets download.
 */
export class Updates {
  readonly #settings: SettingsStore;
  readonly #isBusy: () => boolean;
  readonly #parts: UpdateParts;
  #state: Pick<UpdateState, 'state' | 'version' | 'problem'> = { state: 'off', version: null, problem: null };
  #folder: { readonly url: string; close(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;

  constructor(settings: SettingsStore, isBusy: () => boolean, parts: UpdateParts) {
    this.#settings = settings;
    this.#isBusy = isBusy;
    this.#parts = parts;
    if (parts.failed !== undefined) this.#set('failed', parts.failed.version, parts.failed.problem);
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
    // A version that failed before this start is not offered again until the next check.
    if (this.#state.state !== 'failed') await this.check();
  }

  /** Switches updates on or off, and sets their source. */
  async set(request: UpdateSettings): Promise<UpdateState> {
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
    updater.once('error', (error) => {
      this.#set('failed', version, error instanceof UpdateError ? error.problem : 'INSTALL_FAILED');
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
      const { state, version } = this.#state;
      const unknown = state === 'downloading' ? 'DOWNLOAD_FAILED' : 'FEED_UNREACHABLE';
      if (error instanceof UpdateError) set('failed', error.version ?? version, error.problem);
      else {
        process.stderr.write(
          `muster: no update: ${error instanceof Error ? error.message : String(error)}\n`,
        );
        set('failed', version, unknown);
      }
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
    const name = this.#parts.manifest;
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
    this.#folder ??= await serveFolder(this.#parts.folderOf?.(feed) ?? feed);
    return this.#folder.url;
  }

  #set(
    state: UpdateState['state'],
    version: string | null = null,
    problem: UpdateProblem | null = null,
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
