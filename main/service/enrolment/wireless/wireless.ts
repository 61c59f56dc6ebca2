import { setTimeout as sleep } from 'node:timers/promises';

import type {
  WirelessAnswer,
  WirelessOutcome,
  WirelessView,
} from '../../../../shared/contract/enrolment/adb/wireless.ts';
import { isOwnNameOf, isWireless, wifiAddressIn } from '../../../../shared/domain/enrolment/adb-wifi.ts';
import { type AdbServer, inTime } from '../../../adb/adb-server.ts';
import { AnnouncedHeadsets } from '../../../mdns/headsets.ts';
import { type ConnectAnswer, connectTo, pairWith } from '../../../adb/pairing.ts';
import type { MdnsEndpoint } from '../../../mdns/socket.ts';

/** How long headsets are looked for after the last request, in ms. */
const BROWSE_MS = 60_000;
/** Pairing waits for the headset; adb itself gives a connection up after ten seconds. */
const PAIR_MS = 30_000;
const CONNECT_MS = 12_000;
/** How long a paired headset is looked for, in ms: it may announce itself only after pairing. */
const FIND_MS = 8_000;
const FIND_PAUSE_MS = 250;

type Slot = WirelessView['headsets'][number]['slot'];

type Parts = {
  readonly server: AdbServer;
  readonly mdns: MdnsEndpoint | null | undefined;
  /** Returns the slot of the headset with a serial number. */
  readonly slotOf: (serial: string) => Slot;
};

/**
 * Headsets with wireless debugging: finds those that show a code, pairs with them and connects to them. From then on
 * they are in adb's list like those at a cable, and who is there is asked as for any other.
 */
export class WirelessHeadsets {
  readonly #parts: Parts;
  readonly #announced: AnnouncedHeadsets;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#announced = new AnnouncedHeadsets(parts.mdns, ['pairing', 'connect']);
  }

  /** Returns who shows a code now, and looks for more. */
  async view(): Promise<WirelessView> {
    this.#browse();
    const { server, slotOf } = this.#parts;
    const { state } = await server.ensure();
    const canPair = state === 'ready' && (await server.checkPairing());
    return {
      adb: {
        state,
        canPair,
        version: state === 'ready' && !canPair ? await server.programVersion() : null,
      },
      isBrowsing: this.#announced.isOn,
      headsets: this.#announced.all('pairing').map(({ name, serial, address, port }) => ({
        name,
        serial,
        address: `${address}:${port}`,
        slot: serial === null ? null : slotOf(serial),
      })),
    };
  }

  /** Pairs with the headset that shows `code` at `address`, and connects to it. */
  async pair(address: string, code: string): Promise<WirelessAnswer> {
    this.#browse();
    const { server } = this.#parts;
    if ((await server.ensure()).state !== 'ready') return this.#answer('noAdb', null);
    const shown = this.#announced.all('pairing').find((each) => `${each.address}:${each.port}` === address);
    const paired = await inTime(pairWith(server.client, address, code), PAIR_MS).catch(() => null);
    if (paired === null) return this.#answer('timeout', null);
    if (paired.outcome !== 'paired') return this.#answer(paired.outcome, shown?.serial ?? null, paired.words);
    const serial = paired.serial ?? shown?.serial ?? null;
    return this.#answer(await this.#findPaired(address.split(':')[0] ?? '', serial), serial);
  }

  /** Connects to a headset that accepts this computer. */
  async connect(address: string): Promise<WirelessAnswer> {
    const { server } = this.#parts;
    if ((await server.ensure()).state !== 'ready') return this.#answer('noAdb', null);
    return this.#answer(await this.#connect(address), null);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#announced.close();
  }

  /** Connects to a headset that was paired at an address, as soon as it announces where. */
  async #findPaired(host: string, serial: string | null): Promise<WirelessOutcome> {
    const { server } = this.#parts;
    const endMs = performance.now() + FIND_MS;
    while (!this.#isStopped && performance.now() < endMs) {
      // A server from version 30 on connects to those that it is paired with by itself, unless its own search is off.
      const listed = (await server.list()) ?? [];
      const isListed = listed.some(
        ({ name, state }) =>
          state === 'device' &&
          ((serial !== null && isOwnNameOf(serial, name)) || isAt(host, wifiAddressIn(name))),
      );
      if (isListed) return 'connected';
      const found = this.#announced
        .all('connect')
        .find((each) => each.address === host && (serial === null || each.serial === serial));
      if (found !== undefined) return this.#connect(`${found.address}:${found.port}`);
      await sleep(FIND_PAUSE_MS);
    }
    return 'paired';
  }

  async #connect(address: string): Promise<WirelessOutcome> {
    const { client } = this.#parts.server;
    const answered: ConnectAnswer | null = await inTime(connectTo(client, address), CONNECT_MS).catch(
      () => null,
    );
    return answered?.outcome ?? 'timeout';
  }

  #answer(outcome: WirelessOutcome, serial: string | null, words: string | null = null): WirelessAnswer {
    return { outcome, serial, slot: serial === null ? null : this.#parts.slotOf(serial), words };
  }

  #browse(): void {
    if (this.#isStopped) return;
    this.#announced.listen(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#announced.listen(false), BROWSE_MS).unref();
  }
}

/** Returns true for a place of wireless debugging on a host. */
function isAt(host: string, wifiAddress: string | null): boolean {
  return wifiAddress !== null && isWireless(wifiAddress) && wifiAddress.split(':')[0] === host;
}
