import { connect } from 'node:net';

import { AdbServerClient } from '@yume-chan/adb';

import { type AdbServer, inTime } from '../../adb/adb-server.ts';
import { type AdbConnection, CableError } from '../../adb/connection.ts';
import type { AnnouncedHeadsets } from '../../mdns/headsets.ts';
import {
  ADB_PORT,
  isWireless,
  movedTo,
  nameAt,
  wifiAddressIn,
} from '../../../shared/domain/enrolment/adb-wifi.ts';
import { readAddress } from '../readers/hardware.ts';
import { keepWifiOn, restoreWifiSleep } from './wifi-sleep.ts';
import { readWirelessPort, stopWireless } from './wireless-debugging.ts';

/** How often a headset that is not connected is tried at its last address, in ms. */
const RETRY_MS = 5_000;
/** The server itself gives an attempt up after ten seconds; one that was ended meanwhile may never say so. */
const CONNECT_MS = 12_000;

/** A headset that may be reached over the Wi-Fi. */
export type WifiHeadset = {
  readonly deviceId: string;
  readonly serial: string;
  /** Its last address, with its port while it uses wireless debugging; null while it was never seen on a Wi-Fi. */
  readonly wifiAddress: string | null;
  readonly isConnected: boolean;
  /** True: it is to be found there. */
  readonly isSought: boolean;
  /** Where it listens while only a cable connects it; null if there is nothing to try. */
  readonly untriedAddress: string | null;
  /** Whether this computer reaches it there. */
  reached(isReached: boolean): void;
  /** Why it cannot be reached there, as soon as that is known. */
  unreachable(why: WhyUnreachable): void;
};

/**
 * `refused`: something is there and does not listen for adb. `unauthorized`: it does not allow this computer. `hanging`:
 * it lets this computer connect, and says nothing. `silent`: nothing answers at its address.
 */
export type WhyUnreachable = 'refused' | 'unauthorized' | 'hanging' | 'silent';

/**
 * Lets headsets that were plugged in once be managed over the Wi-Fi: tells them to listen, and connects to their last
 * address. A restart of a headset ends its listening on most models: it then has to be plugged in once more. Who is at
 * an address is never assumed: the caller asks every new connection.
 */
export class WifiLinks {
  readonly #server: AdbServer;
  readonly #announced: AnnouncedHeadsets;
  readonly #triedAtMs = new Map<string, number>();
  readonly #probedAtMs = new Map<string, number>();
  /** Where a host with the MAC address of a missing headset was found. */
  readonly #seenAt = new Map<string, string>();
  readonly #trying = new Set<string>();
  /** adb's names of the connections that were opened here. */
  readonly #opened = new Set<string>();

  constructor(server: AdbServer, announced: AnnouncedHeadsets) {
    this.#server = server;
    this.#announced = announced;
  }

  /** A missing headset is perhaps at this address. */
  seenAt(deviceId: string, address: string): void {
    this.#seenAt.set(deviceId, address);
    // Now, not with its next turn.
    this.#triedAtMs.delete(deviceId);
  }

  /**
   * Tells a headset whether to listen. Returns where it is, null if it is on no Wi-Fi; and whether it listens.
   * Its connections end when that changes, since its adb starts again. `before`: where it was. One that was paired by
   * code and has wireless debugging on needs no other port.
   */
  async set(
    adb: AdbConnection,
    isOpen: boolean,
    before: string | null,
  ): Promise<{ readonly address: string | null; readonly isListening: boolean | null }> {
    let address: string | null = null;
    let isListening: boolean | null = null;
    try {
      address = readAddress((await adb.run(['ip', '-o', '-4', 'addr', 'show', 'wlan0'])).stdout);
      const port = await adb.listensAt();
      const wirelessPort = await readWirelessPort(adb);
      isListening = port !== null || wirelessPort !== null;
      await (isOpen ? keepWifiOn(adb) : restoreWifiSleep(adb));
      if (isOpen && address !== null && wirelessPort !== null && before !== null && isWireless(before))
        return { address: `${address}:${wirelessPort}`, isListening };
      if (isOpen && address !== null && port !== ADB_PORT) {
        await adb.listenAt(ADB_PORT);
        isListening = (await adb.listensAt()) !== null;
      }
      if (!isOpen && isListening) {
        if (port !== null) await adb.stopListening();
        if (wirelessPort !== null) await stopWireless(adb);
        // Read back here where the cable outlives that, else with the next connection.
        isListening = (await adb.listensAt()) !== null || (await readWirelessPort(adb)) !== null;
      }
    } catch (error) {
      // Unplugged in the middle: it may listen, and is tried. Refused: it is managed over the cable as before.
      if (!(error instanceof CableError)) throw error;
    }
    return { address, isListening };
  }

  /**
   * Connects to those that are not connected, at their last addresses and where they are announced. Does not wait for
   * them. `states`: of the connections that adb's server lists, by their names.
   */
  seek(headsets: readonly WifiHeadset[], states: ReadonlyMap<string, string>): void {
    const missing = headsets.filter(({ isConnected, isSought }) => isSought && !isConnected);
    this.#announced.listen(missing.length > 0);
    for (const { isConnected, deviceId } of headsets) {
      if (!isConnected) continue;
      this.#triedAtMs.delete(deviceId);
      this.#seenAt.delete(deviceId);
    }
    for (const headset of missing) {
      const { deviceId } = headset;
      const nowMs = performance.now();
      if (nowMs - (this.#triedAtMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) continue;
      this.#triedAtMs.set(deviceId, nowMs);
      for (const { name, isTelling } of this.#namesFor(headset)) {
        if (this.#trying.has(name)) continue;
        const state = states.get(name);
        // It is being asked who it is, which a second connection would disturb.
        if (state === 'device') continue;
        // The server tries lost ones itself, seldom and one after the other, and accepts no other attempt meanwhile.
        if (state === 'offline') {
          this.#triedAtMs.delete(deviceId);
          this.#end(name);
          continue;
        }
        // It is tried again, and the cable helps in any case. One that is announced elsewhere needs none.
        const failed = (error: unknown): void => {
          const why = reasonOf(error, name);
          if (why !== null && isTelling) headset.unreachable(why);
        };
        this.#connect(name).catch(failed);
      }
    }
  }

  /**
   * Returns where a missing headset may be, as adb's names. `isTelling`: what happens there says why it is missing: where
   * it was last, unless it announces another place.
   */
  #namesFor({ deviceId, serial, wifiAddress }: WifiHeadset): { name: string; isTelling: boolean }[] {
    const last = wifiAddress === null ? null : nameAt(wifiAddress);
    const wasWireless = wifiAddress !== null && isWireless(wifiAddress);
    const announced = this.#announced.of('adb', serial);
    // A server that cannot pair does not speak TLS either.
    const speaksTls = this.#server.canPair === true || wasWireless;
    const wireless = speaksTls ? this.#announced.of('connect', serial) : null;
    const seenAt = this.#seenAt.get(deviceId);
    const listening = announced === null ? null : nameAt(announced.address);
    const debugging = wireless === null ? null : nameAt(`${wireless.address}:${wireless.port}`);
    const seen = seenAt === undefined ? null : nameAt(movedTo(seenAt, wifiAddress));
    // One that was never paired may refuse this computer there, and still need its cable.
    const telling = wasWireless && debugging !== null ? debugging : last;
    const hasMoved = listening !== null && listening !== last;
    return [...new Set([last, listening, debugging, seen])]
      .filter((name) => name !== null)
      .map((name) => ({ name, isTelling: name === telling && !hasMoved }));
  }

  /**
   * Tries those that are at a cable where they listen on the Wi-Fi: a network that keeps its clients apart is noticed
   * before the cable is pulled. Does not wait for them.
   */
  probe(headsets: readonly WifiHeadset[]): void {
    for (const headset of headsets) {
      const { deviceId, untriedAddress: address } = headset;
      const nowMs = performance.now();
      if (address === null || nowMs - (this.#probedAtMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) < RETRY_MS)
        continue;
      this.#probedAtMs.set(deviceId, nowMs);
      const [host, port] = nameAt(address).split(':');
      const socket = connect({ host, port: Number(port), timeout: RETRY_MS });
      const end = (isReached: boolean): void => {
        socket.destroy();
        // It may be on the Wi-Fi by now, which says more.
        if (headset.untriedAddress === address) headset.reached(isReached);
      };
      socket.once('connect', () => end(true));
      socket.once('timeout', () => end(false));
      socket.once('error', () => end(false));
    }
  }

  async #connect(name: string): Promise<void> {
    this.#trying.add(name);
    this.#opened.add(name);
    try {
      await inTime(this.#server.client.wireless.connect(name), CONNECT_MS);
    } finally {
      this.#trying.delete(name);
    }
  }

  /** Ends a connection that was opened here to a headset that is not managed: another one has the address now. */
  leave(name: string): void {
    if (this.#opened.has(name)) this.#end(name);
  }

  /** Ends a connection of a managed headset at which it does not answer, so that another one is opened. */
  renew(name: string): void {
    // One that the server opened itself, it opens again.
    if (wifiAddressIn(name) !== null) this.#end(name);
  }

  #end(name: string): void {
    this.#opened.delete(name);
    inTime(this.#server.client.wireless.disconnect(name)).catch(() => undefined);
  }

  /** Looks for nobody any more. */
  async stop(): Promise<void> {
    await this.#announced.close();
  }
}

/** Null: the server said nothing about the headset. */
function reasonOf(error: unknown, name: string): WhyUnreachable | null {
  if (!(error instanceof Error) || error instanceof AdbServerClient.AlreadyConnectedError) return null;
  // As the server words it: "failed to connect to '192.168.1.20:5555': Connection refused"; without a reason for one that
  // accepted the connection.
  const { message } = error;
  if (message.startsWith('failed to authenticate')) return 'unauthorized';
  if (/refused/i.test(message)) return 'refused';
  // With wireless debugging that is the refusal of a computer that is no longer paired.
  if (error instanceof AdbServerClient.UnauthorizedError)
    return isWireless(wifiAddressIn(name) ?? '') ? 'unauthorized' : 'hanging';
  return error instanceof AdbServerClient.NetworkError ? 'silent' : null;
}
