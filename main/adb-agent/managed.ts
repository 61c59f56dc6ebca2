import { randomUUID } from 'node:crypto';

import type { AdbConnection } from '../adb/connection.ts';
import { Agent } from '../agent/agent.ts';
import { systemClock } from '../agent/clock.ts';
import { Ledger } from '../agent/reports/ledger.ts';
import { onlyWith } from '../agent/station/enrolment.ts';
import type { StationUrl } from '../agent/station/station-client.ts';
import { AdbHeadset } from './body/adb-headset.ts';
import type { HeadsetFacts } from './body/inventory.ts';
import type { AgentsEvent, ManagedHeadset } from './plan.ts';

/** Typical interval between two reports of a headset, in ms: its own state is read as often. */
const HEARTBEAT_MS = 15_000;

/** A connection of a headset, as adb lists it. */
export type Transport = Readonly<{ id: bigint; isUsb: boolean; adb: AdbConnection }>;

/** A headset that this station manages, with its agent: connected or not, always the same headset. */
export class Managed {
  readonly headset: ManagedHeadset;
  readonly #station: StationUrl;
  readonly #post: (event: AgentsEvent) => void;
  readonly #transports = new Map<bigint, Transport>();
  readonly #ledger = new Ledger();
  #body: AdbHeadset | null = null;
  #agent: Agent | null = null;
  #current: Transport | null = null;
  #wifiAddress: string | null;
  #isEnded = false;

  constructor(headset: ManagedHeadset, station: StationUrl, post: (event: AgentsEvent) => void) {
    this.headset = headset;
    this.#station = station;
    this.#post = post;
    this.#wifiAddress = headset.wifiAddress ?? null;
  }

  /** Its last address on the Wi-Fi; null: unknown. */
  get wifiAddress(): string | null {
    return this.#wifiAddress;
  }

  get isConnected(): boolean {
    return this.#transports.size > 0;
  }

  /** It listens for adb at this address. */
  listensAt(wifiAddress: string): void {
    if (wifiAddress === this.#wifiAddress) return;
    this.#wifiAddress = wifiAddress;
    this.#post({ type: 'address', deviceId: this.headset.deviceId, wifiAddress });
  }

  /** True for the same headset, whatever its port or address. */
  isSame({ androidId, serial }: Pick<HeadsetFacts, 'androidId' | 'serial'>): boolean {
    return serial === this.headset.serial && [null, androidId].includes(this.#androidId);
  }

  /** True for the same hardware with another identity: it was reset. */
  wasReset({ androidId, serial }: Pick<HeadsetFacts, 'androidId' | 'serial'>): boolean {
    return serial === this.headset.serial && ![null, androidId].includes(this.#androidId);
  }

  get #androidId(): string | null {
    return this.#body?.identity.androidId ?? this.headset.androidId;
  }

  /** It was plugged in, or found on the Wi-Fi. */
  async connected(facts: HeadsetFacts, transport: Transport): Promise<void> {
    if (this.#isEnded) return;
    this.#transports.set(transport.id, transport);
    if (this.#body === null) this.#start(facts);
    await this.#follow();
  }

  /** These connections exist now; others were lost. */
  async retain(ids: ReadonlySet<bigint>): Promise<void> {
    const lost = [...this.#transports.keys()].filter((id) => !ids.has(id));
    if (lost.length === 0) return;
    for (const id of lost) {
      void this.#transports.get(id)?.adb[Symbol.asyncDispose]();
      this.#transports.delete(id);
    }
    await this.#follow();
  }

  async stop(): Promise<void> {
    this.#isEnded = true;
    await this.#agent?.stop();
    await Promise.all([...this.#transports.values()].map(({ adb }) => adb[Symbol.asyncDispose]()));
  }

  /** Uses the best connection there is: a cable before the Wi-Fi. */
  async #follow(): Promise<void> {
    const all = [...this.#transports.values()];
    const best = all.find(({ isUsb }) => isUsb) ?? all[0] ?? null;
    if (best?.id === this.#current?.id) return;
    this.#current = best;
    this.#body?.connect(best?.adb ?? null);
    const connection = best === null ? 'none' : best.isUsb ? 'usb' : 'wifi';
    this.#post({ type: 'connection', deviceId: this.headset.deviceId, connection });
    if (best === null) await this.#agent?.leave();
    else this.#agent?.comeBack();
  }

  #start(facts: HeadsetFacts): void {
    const { deviceId, enrolment } = this.headset;
    const body = new AdbHeadset(facts, this.#ledger);
    const { androidId } = facts;
    const how =
      'record' in enrolment
        ? { enrolToken: '', admission: () => Promise.resolve(null), enrolment }
        : {
            enrolToken: enrolment.accessToken,
            admission: onlyWith({ kind: 'token', enrollmentToken: enrolment.enrollmentToken }),
          };
    const agent = new Agent({
      ...how,
      headset: body,
      ledger: this.#ledger,
      url: this.#station,
      seed: randomUUID(),
      heartbeatMs: HEARTBEAT_MS,
      clock: systemClock,
      onEnrolled: (stored) => this.#post({ type: 'enrolled', deviceId, androidId, enrolment: stored }),
      observe: (event) => {
        // It may have been unplugged while it enrolled; a stored enrolment is there before its first connection.
        if (event.type === 'enrolled') setImmediate(() => this.#current === null && void agent.leave());
        if (event.type !== 'refused') return;
        this.#isEnded = true;
        this.#post({ type: 'ended', deviceId, ...event.reason });
      },
    });
    this.#body = body;
    this.#agent = agent;
    agent.run().catch((error: unknown) => {
      this.#post({
        type: 'error',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    });
  }
}
