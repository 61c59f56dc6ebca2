import type { AdbServerClient } from '@yume-chan/adb';

import { type AdbConnection, CableError } from '../../adb/connection.ts';
import { readAddress } from '../readers/hardware.ts';

/** The port at which a headset listens once it was told by cable. Source: adb's own default. */
const PORT = 5555;
/** How often a headset that is not connected is tried at its last address, in ms. */
const RETRY_MS = 5_000;

/** A headset that may be reached over the Wi-Fi. */
export type WifiHeadset = {
  readonly deviceId: string;
  /** Its last address; null while it was never seen on a Wi-Fi. */
  readonly wifiAddress: string | null;
  readonly isConnected: boolean;
};

/**
 * Lets headsets that were plugged in once be managed over the Wi-Fi: tells them to listen, and connects to their last
 * address. A restart of a headset ends its listening on most models: it then has to be plugged in once more. Who is at
 * an address is never assumed: the caller asks every new connection.
 */
export class WifiLinks {
  readonly #client: AdbServerClient;
  readonly #triedAtMs = new Map<string, number>();
  readonly #trying = new Set<string>();

  constructor(client: AdbServerClient) {
    this.#client = client;
  }

  /**
   * Tells a headset at a cable to listen. Returns its address; null if it is on no Wi-Fi.
   * Its cable reconnects, since its adb starts again.
   */
  async open(adb: AdbConnection): Promise<string | null> {
    let address: string | null = null;
    try {
      address = readAddress((await adb.run(['ip', '-o', '-4', 'addr', 'show', 'wlan0'])).stdout);
      if (address !== null && (await adb.listensAt()) !== PORT) await adb.listenAt(PORT);
    } catch (error) {
      // Unplugged in the middle: it may listen, and is tried. Refused: it is managed over the cable as before.
      if (!(error instanceof CableError)) throw error;
    }
    return address;
  }

  /** Connects to the last addresses of those that are not connected. Does not wait for them. */
  seek(headsets: readonly WifiHeadset[]): void {
    for (const { deviceId, wifiAddress, isConnected } of headsets) {
      if (isConnected) this.#triedAtMs.delete(deviceId);
      if (isConnected || wifiAddress === null || this.#trying.has(wifiAddress)) continue;
      const nowMs = performance.now();
      if (nowMs - (this.#triedAtMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) continue;
      this.#triedAtMs.set(deviceId, nowMs);
      this.#trying.add(wifiAddress);
      this.#client.wireless
        .connect(`${wifiAddress}:${PORT}`)
        // Not there, switched off, or restarted: it is tried again, and the cable helps in any case.
        .catch(() => undefined)
        .finally(() => this.#trying.delete(wifiAddress));
    }
  }

  /** Ends the connection to a headset that is not managed: another one has the address now. */
  async leave(name: string): Promise<void> {
    await this.#client.wireless.disconnect(name).catch(() => undefined);
  }
}
