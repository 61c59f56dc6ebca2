import { z } from 'zod';

import { type AdbConnection, oneChunk } from '../../adb/connection.ts';
import { networkFaults } from '../../../shared/contract/configuration/settings/wifi-rules.ts';
import type { Settings } from '../../../shared/contract/configuration/settings/settings.ts';
import { readWifiName } from '../../../shared/domain/enrolment/cable/answers.ts';
import { readNetworks } from '../readers/software.ts';

type Network = NonNullable<Settings['wifi']>[number];

/** Names of the networks that Muster put on the headset: it removes no other. */
const OWN = '/data/local/tmp/muster-wifi.json';
/** A password is given by standard input: no command line that adb sends or logs contains it. */
const WITH_PASSWORD = 'IFS= read -r p; cmd wifi add-network "$0" "$1" "$p"';

/** Number of attempts to save a network before it counts as one that the headset refuses. */
const MAX_TRIES = 2;

/** The Wi-Fi networks that a headset knows, of those that its settings name. */
export class WifiNetworks {
  /** What was written since the station started, by name: nothing tells a password that a headset has. */
  readonly #written = new Map<string, string>();
  /** Failed attempts, by what was to be written. */
  readonly #tries = new Map<string, number>();
  #missing: readonly string[] = [];
  #isOpen = false;

  /** True while a network is not saved that may be with another attempt. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** True if one is not saved. */
  get isIncomplete(): boolean {
    return this.#missing.length > 0;
  }

  /** Returns the names of those that are saved as they are wanted. @throws {CableError} if it is gone. */
  async saved(adb: Pick<AdbConnection, 'run'>, wanted: readonly Network[]): Promise<string[]> {
    const now = await listed(adb);
    return wanted.map(({ ssid }) => ssid).filter((ssid) => now.has(ssid) && this.#written.has(ssid));
  }

  /**
   * Puts the networks on the headset and removes the others that Muster put there, except the one in use. Returns the
   * names of those that it does not list afterwards, as far as they are new.
   * @throws {CableError} if it is gone.
   */
  async follow(adb: AdbConnection, wanted: readonly Network[]): Promise<string[]> {
    const own = await readOwn(adb);
    if (own.length === 0 && wanted.length === 0) {
      [this.#missing, this.#isOpen] = [[], false];
      return [];
    }
    const names = wanted.map(({ ssid }) => ssid);
    // Stored first: a station that is killed in the middle still removes them one day.
    const all = [...new Set([...own, ...names])];
    if (all.length > own.length) await writeOwn(adb, all);
    const before = await listed(adb);
    for (const network of wanted) {
      const form = JSON.stringify(network);
      if (this.#written.get(network.ssid) === form && before.has(network.ssid)) continue;
      if (await add(adb, network)) this.#written.set(network.ssid, form);
      else this.#written.delete(network.ssid);
    }
    await this.#remove(
      adb,
      own.filter((name) => !names.includes(name)),
    );
    const after = await listed(adb);
    const known = this.#missing;
    this.#missing = names.filter((name) => !after.has(name) || !this.#written.has(name));
    this.#isOpen = false;
    for (const network of wanted.filter(({ ssid }) => this.#missing.includes(ssid))) {
      const form = JSON.stringify(network);
      const tries = (this.#tries.get(form) ?? 0) + 1;
      this.#tries.set(form, tries);
      if (tries < MAX_TRIES && canBeSaved(network)) this.#isOpen = true;
    }
    return this.#missing.filter((name) => !known.includes(name));
  }

  async #remove(adb: AdbConnection, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const inUse = readWifiName((await adb.run(['cmd', 'wifi', 'status'])).stdout);
    for (const [name, id] of await listed(adb))
      if (names.includes(name) && name !== inUse) await adb.run(['cmd', 'wifi', 'forget-network', id]);
    const left = await listed(adb);
    await writeOwn(
      adb,
      (await readOwn(adb)).filter((name) => left.has(name) || !names.includes(name)),
    );
  }
}

async function listed(adb: Pick<AdbConnection, 'run'>): Promise<ReadonlyMap<string, string>> {
  return readNetworks((await adb.run(['cmd', 'wifi', 'list-networks'])).stdout);
}

/** False for a network that the command for networks cannot describe, or that is none. */
function canBeSaved({ ssid, password = '', security }: Network): boolean {
  return security !== 'enterprise' && networkFaults({ ssid, password, security }).length === 0;
}

/** Returns whether the headset says that it saved a network. */
async function add(adb: AdbConnection, network: Network): Promise<boolean> {
  if (!canBeSaved(network)) return false;
  const { ssid, password = '', security } = network;
  const { stdout } =
    security === 'open' || password === ''
      ? await adb.run(['cmd', 'wifi', 'add-network', ssid, 'open'])
      : await adb.run(['sh', '-c', WITH_PASSWORD, ssid, security ?? 'wpa2'], `${password}\n`);
  return /^Save successful/m.test(stdout);
}

async function readOwn(adb: AdbConnection): Promise<string[]> {
  const { exitCode, stdout } = await adb.run(['cat', OWN]);
  if (exitCode !== 0) return [];
  try {
    return z.array(z.string().max(128)).max(200).parse(JSON.parse(stdout));
  } catch {
    // Cut off, or changed by hand.
    return [];
  }
}

async function writeOwn(adb: AdbConnection, names: readonly string[]): Promise<void> {
  if (names.length === 0) await adb.run(['rm', '-f', OWN]);
  else await adb.push(OWN, oneChunk(JSON.stringify(names)));
}
