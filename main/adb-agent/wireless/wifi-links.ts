import { AdbServerClient } from '@yume-chan/adb';

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
  /** True: it is to be found there. */
  readonly isSought: boolean;
  /** Why it cannot be reached there, as soon as that is known. */
  unreachable(why: WhyUnreachable): void;
};

/** `refused`: something is there and does not listen for adb. `unauthorized`: it does not allow this computer. */
export type WhyUnreachable = 'refused' | 'unauthorized' | 'silent';

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
   * Tells a headset whether to listen. Returns its address, null if it is on no Wi-Fi; and whether it listens.
   * Its connections end when that changes, since its adb starts again.
   */
  async set(
    adb: AdbConnection,
    isOpen: boolean,
  ): Promise<{ readonly address: string | null; readonly isListening: boolean | null }> {
    let address: string | null = null;
    let isListening: boolean | null = null;
    try {
      address = readAddress((await adb.run(['ip', '-o', '-4', 'addr', 'show', 'wlan0'])).stdout);
      const port = await adb.listensAt();
      isListening = port !== null;
      if (isOpen && address !== null && port !== PORT) await adb.listenAt(PORT);
      if (!isOpen && isListening) {
        await adb.stopListening();
        // Read back here where the cable outlives that, else with the next connection.
        isListening = (await adb.listensAt()) !== null;
      }
    } catch (error) {
      // Unplugged in the middle: it may listen, and is tried. Refused: it is managed over the cable as before.
      if (!(error instanceof CableError)) throw error;
    }
    return { address, isListening };
  }

  /** Connects to the last addresses of those that are not connected. Does not wait for them. */
  seek(headsets: readonly WifiHeadset[]): void {
    for (const headset of headsets) {
      const { deviceId, wifiAddress, isConnected, isSought } = headset;
      if (isConnected) this.#triedAtMs.delete(deviceId);
      if (isConnected || !isSought || wifiAddress === null || this.#trying.has(wifiAddress)) continue;
      const nowMs = performance.now();
      if (nowMs - (this.#triedAtMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) continue;
      this.#triedAtMs.set(deviceId, nowMs);
      this.#trying.add(wifiAddress);
      this.#client.wireless
        .connect(addressOf(wifiAddress))
        // It is tried again, and the cable helps in any case.
        .catch((error: unknown) => headset.unreachable(reasonOf(error)))
        .finally(() => this.#trying.delete(wifiAddress));
    }
  }

  /** Ends the connection to a headset that is not managed: another one has the address now. */
  async leave(name: string): Promise<void> {
    await this.#client.wireless.disconnect(name).catch(() => undefined);
  }
}

/** Returns adb's name for a headset at an address of the Wi-Fi. */
export function addressOf(wifiAddress: string): string {
  return `${wifiAddress}:${PORT}`;
}

function reasonOf(error: unknown): WhyUnreachable {
  if (error instanceof AdbServerClient.UnauthorizedError) return 'unauthorized';
  // As the server words it: "failed to connect to '192.168.1.20:5555': Connection refused".
  return error instanceof Error && /refused/i.test(error.message) ? 'refused' : 'silent';
}
