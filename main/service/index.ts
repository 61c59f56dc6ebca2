import Database from 'better-sqlite3';

import type { Activity } from '../../shared/service-port.ts';
import { listensEverywhere } from './kernel/addresses/interfaces.ts';
import type { ServiceOptions } from './options.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import { StartError, toStartError } from './start-error.ts';
import { openStation, type Station } from './station.ts';
import type { StationHost } from './kernel/station-host.ts';
import { backupName } from './kernel/backups/backup.ts';
import { sealBesideBackup } from './kernel/backups/backup-keys.ts';
import { damaged } from './kernel/data-folder/open-store.ts';
import { noteDamage } from './kernel/backups/store-health.ts';
import {
  clearReplaced,
  prepareRestore,
  quarantine,
  replacedStore,
  swapBack,
  swapIn,
} from './kernel/backups/recovery.ts';
import { putStationKeys, readStationKeys, type StationKeys } from './kernel/keys/station-keys.ts';
import { Vault } from './kernel/vault.ts';

export type { ServiceOptions } from './options.ts';
export { systemClock } from './kernel/clock.ts';
export { CELL_NAME } from './kernel/cells/cell.ts';
export { readTrustedProxies } from './kernel/http/forwarded.ts';
export { StartError } from './start-error.ts';
export { issueCertificate, type LanIdentity, openIdentity } from './network/index.ts';
export { KEY_FILE, newMasterKey, SEALED_KEY_FILE } from './kernel/vault.ts';

/** A running station. */
export type RunningService = {
  /** Base URL for programs on this computer. */
  readonly url: string;
  readonly enterpriseId: string;
  /** The enterprise token of the ready line. */
  readonly token: string;
  /** Returns a URL that opens the interface once. */
  newLaunchUrl(): string;
  /** LAN access: its URLs, the key that headsets pin (null while off), and why it is not available. */
  readonly lan: Station['lan'];
  /** Settles with the reason if the store is found damaged while running; the station has then stopped. */
  readonly failed: Promise<StartError>;
  /** Returns the current activity of the station; undefined while it restores a backup. */
  activity(): Activity | undefined;
  /** Stops accepting requests, finishes those in flight, and checkpoints the log. Takes at most about two seconds. */
  stop(): Promise<void>;
};

/** How long requests in flight may take before their connections are cut, in ms. */
const STOP_DEADLINE_MS = 1_500;

/** When a store that was closed cleanly is checked, in ms after the start. */
const CHECK_AFTER_MS = 3_000;
const STORE_CHECKS = { everyMs: 24 * 60 * 60 * 1_000, restMs: 10 * 60 * 1_000 };
/** Interval at which a station with a damaged store checks whether it is idle, in ms. */
const IDLE_CHECK_MS = 10_000;

/**
 * Starts a station: store, modules, listener.
 *
 * @throws {StartError} with one clear line if the folder, the store or the port cannot be used.
 */
export function startService(options: ServiceOptions): Promise<RunningService> {
  return Service.start(options);
}

/** A running station, and the one that replaces it when it restores a backup. */
class Service implements RunningService {
  #options: ServiceOptions;
  readonly failed: Promise<StartError>;
  #fail: (reason: StartError) => void = () => undefined;
  #break: (fault: unknown) => void = () => undefined;
  #station: Station | undefined;
  #url = '';
  #stopping: Promise<void> | undefined;
  #restoring: Promise<void> | undefined;
  /** The name of the damaged store once the stop has set it aside. */
  #quarantinedAs: string | undefined;

  private constructor(options: ServiceOptions) {
    this.#options = options;
    this.failed = new Promise((resolve, reject) => {
      this.#fail = resolve;
      this.#break = reject;
    });
  }

  static async start(options: ServiceOptions): Promise<Service> {
    const service = new Service(options);
    await service.#open(options.port);
    return service;
  }

  get url(): string {
    return this.#url;
  }

  get enterpriseId(): string {
    return this.#running.enterpriseId;
  }

  get token(): string {
    return this.#running.readyToken;
  }

  get lan(): Station['lan'] {
    return this.#running.lan;
  }

  newLaunchUrl(): string {
    return `${this.#url}/#launch=${this.#running.launch.issue()}`;
  }

  activity(): Activity | undefined {
    return this.#station?.activity();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopOnce();
    return this.#stopping;
  }

  get #running(): Station {
    if (this.#station === undefined) throw new Error('The station is not running');
    return this.#station;
  }

  async #stopOnce(): Promise<void> {
    await this.#restoring;
    if (this.#station === undefined) return;
    const { dataFolder } = this.#options;
    await stop(this.#station, dataFolder);
    if (this.#station.core.health.damage !== undefined)
      this.#quarantinedAs = quarantine(dataFolder, Date.now());
  }

  async #open(port: number, options = this.#options): Promise<void> {
    const { dataFolder, host } = options;
    let station: Station | undefined;
    try {
      const restore: StationHost['restore'] = (backup, keys) => this.#restore(backup, keys);
      station = await openStation(options, {
        url: () => this.#url,
        newLaunchUrl: () => this.newLaunchUrl(),
        restore,
      });
      await inheritFromReplaced(station, dataFolder);
      await station.http.listen({ host, port });
      this.#url = urlOf(host, portOf(station) ?? port);
      await station.openLan();
      const { readyToken: token, enterpriseId } = station;
      writeRunFile(dataFolder, { url: this.#url, token, enterpriseId, pid: process.pid });
    } catch (error) {
      await abandon(station);
      throw toStartError(error, { dataFolder, port: takenPort(error) ?? port });
    }
    this.#station = station;
    this.#watchForDamage(station);
  }

  /**
   * Checks the store while running: soon after the start, if that was postponed, and every day. What the first check
   * finds stops the station at once, as at a start; what a later one finds is a warning until the station is at rest.
   */
  #watchForDamage(station: Station): void {
    const { everyMs, restMs } = this.#options.storeChecks ?? STORE_CHECKS;
    const { log, health } = station.core;
    const isOver = (): boolean => this.#station !== station || this.#stopping !== undefined;
    const checkStart = async (): Promise<void> => {
      if (isOver() || (await station.folder.findDamage()) === undefined || isOver()) return;
      this.#giveUp().catch(this.#break);
    };
    const checkAll = async (): Promise<void> => {
      if (isOver() || health.damage !== undefined) return;
      const damage = await station.folder.findAnyDamage();
      if (damage !== undefined)
        log.fatal({ damage }, 'the store is damaged: stopping once nobody uses the station');
    };
    const run = (check: () => Promise<void>): void =>
      void check().catch((error: unknown) => {
        // A stop interrupts the check; any other error is left for the next one.
        if (!isOver()) log.warn({ err: error }, 'the store could not be checked');
      });
    // Not in the first seconds, when the thread would slow the start down.
    setTimeout(() => run(checkStart), CHECK_AFTER_MS).unref();
    const daily = setInterval(() => run(checkAll), everyMs).unref();
    const rest = setInterval(
      () => {
        if (isOver()) [daily, rest].forEach(clearInterval);
        else if (health.damage !== undefined && station.isAtRest(restMs)) this.#giveUp().catch(this.#break);
      },
      Math.min(restMs, IDLE_CHECK_MS),
    ).unref();
  }

  /** Stops because of a damaged store, which is set aside, and reports how to recover. */
  async #giveUp(): Promise<void> {
    const { core } = this.#running;
    core.log.fatal({ damage: core.health.damage }, 'the store is damaged: stopping');
    await this.stop();
    if (this.#quarantinedAs === undefined) return;
    const { message, backup = null } = damaged(this.#options.dataFolder, this.#quarantinedAs);
    this.#fail(new StartError(message, { damage: { backup } }));
  }

  /** Prepares a backup; the swap itself starts once the request was answered. */
  async #restore(backup: string, keys: StationKeys | undefined): Promise<string | undefined> {
    if (this.#restoring !== undefined || this.#stopping !== undefined) return undefined;
    const { dataFolder, clock } = this.#options;
    let begin: () => void = () => undefined;
    this.#restoring = new Promise((resolve) => (begin = resolve));
    try {
      await prepareRestore(dataFolder, backup, keys);
    } catch (error) {
      this.#restoring = undefined;
      begin();
      throw error;
    }
    const backupOfPrevious = backupName(clock.now());
    // The listener waits for the reply before it closes.
    setImmediate(() => {
      this.#swap(backupOfPrevious, keys)
        .catch((error: unknown) => (error instanceof StartError ? this.#fail(error) : this.#break(error)))
        .finally(() => {
          this.#restoring = undefined;
          begin();
        });
    });
    return backupOfPrevious;
  }

  /**
   * Stops, replaces the store with the backup, and starts again at the same URL; if that fails, with the previous
   * store.
   */
  async #swap(backupOfPrevious: string, keys: StationKeys | undefined): Promise<void> {
    const { dataFolder } = this.#options;
    const before = this.#running;
    const options = this.#options;
    const keysBefore = keys && readStationKeys(dataFolder, before.core.vault);
    const port = portOf(before) ?? this.#options.port;
    this.#station = undefined;
    await stop(before, dataFolder);
    // Encrypted with the new key, so that the replaced store can be restored too.
    if (keys !== undefined && keysBefore !== undefined) {
      sealBesideBackup(dataFolder, backupOfPrevious, keysBefore, new Vault(dataFolder, keys.master));
    }
    try {
      swapIn(dataFolder, backupOfPrevious);
    } catch (error) {
      before.core.log.error(
        { err: error },
        'the backup cannot replace the store; going on with the store as it was',
      );
      return this.#open(port);
    }
    // The key that the desktop app had unlocked is no longer the right one.
    if (keys !== undefined && options.masterKey !== undefined)
      this.#options = { ...options, masterKey: keys.master };
    try {
      // A backup may be older than the current keys.
      await this.#open(port, { ...this.#options, recover: 'keys' });
    } catch (error) {
      before.core.log.error({ err: error }, 'the backup cannot be used; going on with the store as it was');
      swapBack(dataFolder, backupOfPrevious);
      if (before.core.health.damage !== undefined) noteDamage(dataFolder, before.core.health.damage);
      if (keysBefore !== undefined) putStationKeys(dataFolder, keysBefore);
      this.#options = options;
      await this.#open(port);
    }
  }
}

/**
 * Takes over what a restored backup lacks from the store that it replaced, also if the station was killed in between.
 * Call it before the station listens: tokens that were revoked since the backup was made must not be accepted.
 */
async function inheritFromReplaced(station: Station, dataFolder: string): Promise<void> {
  const path = replacedStore(dataFolder);
  const inheritance = path === undefined ? undefined : readReplaced(station, path);
  if (inheritance !== undefined) await station.inherit(inheritance);
  clearReplaced(dataFolder);
}

function readReplaced(station: Station, path: string): ReturnType<Station['readReplaced']> | undefined {
  try {
    const replaced = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return station.readReplaced(replaced);
    } finally {
      replaced.close();
    }
  } catch (error) {
    // It may have been replaced because it is damaged.
    station.core.log.error({ err: error }, 'the tokens of the replaced store cannot be read');
    return undefined;
  }
}

async function stop(station: Station, dataFolder: string): Promise<void> {
  const closing = station.http.close();
  await station.endStreams();
  const deadline = setTimeout(() => station.http.server.closeAllConnections(), STOP_DEADLINE_MS);
  await closing;
  clearTimeout(deadline);
  removeRunFile(dataFolder);
  await station.close();
}

async function abandon(station: Station | undefined): Promise<void> {
  if (station === undefined) return;
  await station.endStreams();
  await station.http.close();
  await station.close();
}

function portOf(station: Station): number | undefined {
  const address = station.http.addresses()[0];
  return typeof address === 'object' ? address.port : undefined;
}

/** Node reports which port was taken: that of either listener. */
function takenPort(error: unknown): number | undefined {
  return error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : undefined;
}

/** Returns the base URL for programs on this computer: loopback if the listener is on every address. */
function urlOf(host: string, port: number): string {
  const name = listensEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
