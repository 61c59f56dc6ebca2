import { randomUUID } from 'node:crypto';

import type { AdbConnectionState } from '../../shared/contract/devices/fleet.ts';
import { isOwnNameOf, nameAt } from '../../shared/domain/enrolment/adb-wifi.ts';
import type { AgentsEvent, ManagedHeadset } from '../../shared/domain/enrolment/adb-agents.ts';
import { type Claim, markOf, type StationName } from '../adb/claim.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { Agent } from '../agent/agent.ts';
import { systemClock } from '../agent/clock.ts';
import { Ledger } from '../agent/reports/ledger.ts';
import { onlyWith } from '../agent/station/enrolment.ts';
import type { StationUrl } from '../agent/station/station-client.ts';
import { EventFile } from './events/event-file.ts';
import { AdbHeadset, restore } from './body/adb-headset.ts';
import type { LocalCopies } from './body/local-copies.ts';
import type { HeadsetFacts } from './body/inventory.ts';
import type { WhyUnreachable, WifiHeadset } from './wireless/wifi-links.ts';

/** Typical interval between two reports of a headset, in ms: its own state is read as often. */
const HEARTBEAT_MS = 15_000;
/** Number of attempts after which the network counts as what keeps this computer from a headset. */
const MIN_UNREACHED = 3;

/** A connection of a headset, as adb lists it. `drop`: ends one at which it does not answer. */
export type Transport = Readonly<{ id: bigint; isUsb: boolean; adb: AdbConnection; drop: () => void }>;

/** What all agents of a station share: where it is, who receives what they report, and their contents. */
export type AgentsHost = Readonly<{
  /** As it is named on the headsets. */
  name: StationName;
  station: StationUrl;
  post: (event: AgentsEvent) => void;
  copies: LocalCopies;
  /** The folder for pending events of headsets. */
  eventsFolder: string;
}>;

/** A headset that this station manages, with its agent: connected or not, always the same headset. */
export class Managed implements WifiHeadset {
  readonly headset: ManagedHeadset;
  /** False: it is managed only by cable. */
  isWifiOpen: boolean;
  readonly #host: AgentsHost;
  readonly #transports = new Map<bigint, Transport>();
  readonly #events: EventFile;
  readonly #ledger: Ledger;
  #body: AdbHeadset | null = null;
  #agent: Agent | null = null;
  #current: Transport | null = null;
  #wifiAddress: string | null;
  #isListening: boolean | null = null;
  /** How often in a row it was not reached where it listens, while it was at a cable. */
  #unreached = 0;
  #shown: AdbConnectionState | null = null;
  /** It is claimed for this station whoever had it. */
  #takesOver = false;
  #isEnded = false;

  constructor(headset: ManagedHeadset, host: AgentsHost) {
    this.headset = headset;
    this.#host = host;
    this.#events = new EventFile(host.eventsFolder, headset);
    this.#ledger = new Ledger(this.#events);
    this.#wifiAddress = headset.wifiAddress;
    this.isWifiOpen = headset.isWifiOpen;
  }

  /** Its last address on the Wi-Fi, with its port while it uses wireless debugging; null: unknown. */
  get wifiAddress(): string | null {
    return this.#wifiAddress;
  }

  get deviceId(): string {
    return this.headset.deviceId;
  }

  get serial(): string {
    return this.headset.serial;
  }

  get isConnected(): boolean {
    return this.#transports.size > 0;
  }

  /** The connection in use; null while it has none. */
  get connection(): AdbConnection | null {
    return this.#current?.adb ?? null;
  }

  /** Open, or not known to be closed yet; and not another station's. */
  get isSought(): boolean {
    return this.#shown !== 'elsewhere' && (this.isWifiOpen || this.#isListening !== false);
  }

  /** What it says while this station manages it. */
  get claim(): Claim {
    return { station: this.#host.name, deviceId: this.deviceId };
  }

  get mark(): string {
    return markOf(this.claim);
  }

  get takesOver(): boolean {
    return this.#takesOver;
  }

  /** Returns true for adb's names for it, at a cable and on the Wi-Fi. */
  isNamed(name: string): boolean {
    const { serial } = this.headset;
    if (name === serial || isOwnNameOf(serial, name)) return true;
    return this.#wifiAddress !== null && name === nameAt(this.#wifiAddress);
  }

  /** It is at this address of the Wi-Fi. */
  isAt(wifiAddress: string): void {
    if (wifiAddress === this.#wifiAddress) return;
    this.#wifiAddress = wifiAddress;
    this.#host.post({ type: 'address', deviceId: this.deviceId, wifiAddress });
  }

  /** Whether it listens for adb on the Wi-Fi, as it says itself. */
  listens(isListening: boolean): void {
    if (isListening === this.#isListening) return;
    this.#isListening = isListening;
    this.#postListening();
  }

  /** The address on the Wi-Fi at which it listens, while only a cable connects it; null if there is none to try. */
  get untriedAddress(): string | null {
    const isOnlyUsb = this.isConnected && [...this.#transports.values()].every(({ isUsb }) => isUsb);
    return isOnlyUsb && this.isWifiOpen && this.#isListening === true ? this.#wifiAddress : null;
  }

  /** Whether this computer reaches it there: the network may keep its clients apart. */
  reached(isReached: boolean): void {
    const wasBlocked = this.#isBlocked;
    this.#unreached = isReached ? 0 : this.#unreached + 1;
    if (this.#isBlocked !== wasBlocked) this.#postListening();
  }

  /** Once is no proof: its adb starts again while it is told to listen. */
  get #isBlocked(): boolean {
    return this.#unreached >= MIN_UNREACHED;
  }

  #postListening(): void {
    const [isListening, isBlocked] = [this.#isListening === true, this.#isBlocked];
    this.#host.post({ type: 'listens', deviceId: this.deviceId, isListening, isBlocked });
  }

  /** It is not connected, and this is known about why. */
  unreachable(why: WhyUnreachable | 'reset' | 'unwritable'): void {
    if (!this.#isAwaited) return;
    if (why === 'refused') this.listens(false);
    // Who only does not answer may have been switched off since; the cable is what a restarted one needs in any case.
    if (why === 'silent') {
      if (this.#body?.isAsleep === true && this.#shown === 'none') this.#show('asleep');
      else if (this.#shown === 'silent') this.#show('none');
      return;
    }
    if (why === 'hanging') return this.unanswering();
    if (why === 'refused') this.#show(this.isWifiOpen ? 'plugIn' : 'none');
    else this.#show(why);
  }

  /** It is to come back: who was reset will not be at its address again; who is another station's is left alone. */
  get #isAwaited(): boolean {
    return !this.isConnected && !this.#isEnded && this.#shown !== 'reset' && this.#shown !== 'elsewhere';
  }

  /** It is connected under one of its names, and does not say who it is. */
  unanswering(): void {
    if (!this.#isAwaited) return;
    this.#show(this.#body?.isAsleep === true ? 'asleep' : 'silent');
  }

  /** Another station manages it: none of its connections is used any more. */
  async claimedBy(station: string): Promise<void> {
    if (this.#isEnded) return;
    await this.retain(new Set());
    this.#show('elsewhere', station);
  }

  /** It is claimed for this station with its next connection, whoever has it. */
  reclaim(): void {
    this.#takesOver = true;
    if (this.#shown === 'elsewhere') this.#show('none');
  }

  #show(connection: AdbConnectionState, heldBy: string | null = null): void {
    if (connection === this.#shown && connection !== 'elsewhere') return;
    this.#shown = connection;
    this.#host.post({ type: 'connection', deviceId: this.deviceId, connection, heldBy });
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
    this.#takesOver = false;
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

  /** Another headset is at this connection, or it does not answer there. */
  async lose(id: bigint): Promise<void> {
    await this.retain(new Set([...this.#transports.keys()].filter((each) => each !== id)));
  }

  /** Stops, and lets any station have it. Without a connection it still names this one, which a person can overrule. */
  async release(): Promise<void> {
    const adb = this.connection;
    if (adb !== null) await restore(adb);
    await this.stop();
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
    this.#body?.connect(best?.adb ?? null, best?.isUsb === false ? 'wifi' : 'usb');
    if (best?.isUsb === false) {
      this.listens(true);
      this.reached(true);
    }
    this.#show(best === null ? 'none' : best.isUsb ? 'usb' : 'wifi');
    if (best === null) await this.#agent?.leave();
    else this.#agent?.comeBack();
  }

  /** It does not answer any more: it is asked who it is until it does. */
  #isSilent(): void {
    const current = this.#current;
    if (current === null) return;
    current.drop();
    this.lose(current.id)
      .then(() => this.unanswering())
      .catch((error: unknown) => this.#host.post({ type: 'error', message: String(error) }));
  }

  #start(facts: HeadsetFacts): void {
    const { deviceId, enrolment } = this.headset;
    const body = new AdbHeadset(facts, this.#ledger, this.#host.copies, () => this.#isSilent());
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
      url: this.#host.station,
      seed: randomUUID(),
      heartbeatMs: HEARTBEAT_MS,
      clock: systemClock,
      onEnrolled: (stored) => this.#host.post({ type: 'enrolled', deviceId, androidId, enrolment: stored }),
      observe: (event) => {
        // It may have been unplugged while it enrolled; a stored enrolment is there before its first connection.
        if (event.type === 'enrolled') setImmediate(() => this.#current === null && void agent.leave());
        if (event.type !== 'refused') return;
        this.#isEnded = true;
        // Nobody takes them any more.
        this.#events.replace([]);
        this.#host.post({ type: 'ended', deviceId, ...event.reason });
      },
    });
    this.#body = body;
    this.#agent = agent;
    agent.run().catch((error: unknown) => {
      this.#host.post({
        type: 'error',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    });
  }
}
