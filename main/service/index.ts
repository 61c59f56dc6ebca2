import { isIPv6 } from 'node:net';

import { listensEverywhere } from './lan/index.ts';
import type { ServiceOptions } from './options.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import { StartError, toStartError } from './start-error.ts';
import { openStation, type Station } from './station.ts';
import { newestBackup } from './store/backup.ts';
import { DamagedStoreError } from './store/open.ts';
import { setAside } from './store/set-aside.ts';

export type { ServiceOptions } from './options.ts';
export { systemClock } from './clock.ts';
export { StartError } from './start-error.ts';

/** A station that listens. */
export type RunningService = {
  /** Where a program on this computer reaches it. */
  readonly url: string;
  readonly enterpriseId: string;
  /** An ordinary enterprise token, the one of the ready line. */
  readonly token: string;
  /** An address that opens the interface once. */
  newLaunchUrl(): string;
  /** Where headsets reach it over the local network, the key that they pin (null: it is off), and why it is not open. */
  readonly lan: Station['lan'];
  /** Settles, with the reason, when the store turns out to be damaged while it serves; the station has then stopped. */
  readonly failed: Promise<StartError>;
  /** Stops accepting, finishes what is in flight, folds the log into the store. Takes at most about two seconds. */
  stop(): Promise<void>;
};

/** What in-flight requests get before their connections are cut. */
const STOP_DEADLINE_MS = 1_500;

/** When a store that was closed cleanly is checked. */
const CHECK_AFTER_MS = 3_000;

/**
 * Starts a station: store, features, listener.
 *
 * @throws {StartError} with one clear line when the folder, the store or the port cannot be used.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  let station: Station | undefined;
  let url = '';
  try {
    station = await openStation(options, () => url);
    await station.http.listen({ host: options.host, port: options.port });
    url = urlOf(options.host, portOf(station) ?? options.port);
    await station.openLan();
    const token = station.readyToken;
    const { enterpriseId } = station;
    writeRunFile(options.dataFolder, { url, token, enterpriseId, pid: process.pid });
  } catch (error) {
    await abandon(station);
    throw toStartError(error, { dataFolder: options.dataFolder, port: takenPort(error) ?? options.port });
  }
  return running(station, url, options);
}

function running(station: Station, url: string, options: ServiceOptions): RunningService {
  let stopping: Promise<void> | undefined;
  const stopOnce = (): Promise<void> => (stopping ??= stop(station, options.dataFolder));
  return {
    url,
    enterpriseId: station.enterpriseId,
    token: station.readyToken,
    lan: station.lan,
    newLaunchUrl: () => `${url}/#launch=${station.launch.issue()}`,
    failed: watchForDamage(station, options.dataFolder, stopOnce),
    stop: stopOnce,
  };
}

/** Checks the store while the station serves; a damaged one is set aside after the stop, as at the start. */
function watchForDamage(
  station: Station,
  dataFolder: string,
  stopOnce: () => Promise<void>,
): Promise<StartError> {
  return new Promise((resolve, reject) => {
    const check = async (): Promise<void> => {
      const damage = await station.findDamage();
      if (damage === undefined) return;
      station.core.log.fatal({ damage }, 'the store is damaged');
      await stopOnce();
      const damaged = new DamagedStoreError(setAside(dataFolder, Date.now()), newestBackup(dataFolder));
      resolve(new StartError(damaged.message));
    };
    // Not in the first seconds: the thread would take them from who waits for the station.
    const timer = setTimeout(() => void check().catch(reject), CHECK_AFTER_MS);
    timer.unref();
  });
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

/** Node says which port was taken: that of the one listener or of the other. */
function takenPort(error: unknown): number | undefined {
  return error instanceof Error && 'port' in error && typeof error.port === 'number' ? error.port : undefined;
}

/** The address as a program on this computer writes it: a listener on every address is asked on loopback. */
function urlOf(host: string, port: number): string {
  const name = listensEverywhere(host) ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
