import { getDevice } from '../../shared/contract/devices.ts';
import type { EnrolledDevice } from '../../shared/contract/enrolment.ts';
import type { HeartbeatReply } from '../../shared/contract/heartbeat.ts';
import { retryDelayMs } from './backoff.ts';
import { Bell } from './bell.ts';
import type { Clock } from './clock.ts';
import { enrol, reasonOf } from './enrolment.ts';
import type { Admission, Reason } from './enrolment.ts';
import type { Faults } from './faults.ts';
import { Inventory } from './inventory.ts';
import { Ledger } from './ledger.ts';
import { Life } from './life.ts';
import type { Habits, Happening } from './life.ts';
import { Link } from './link.ts';
import type { Command, LinkMessage } from './link.ts';
import { anIdentity } from './models.ts';
import type { Identity } from './models.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';
import { Reporter } from './reporter.ts';
import type { Registration } from './reporter.ts';
import { StationClient } from './station-client.ts';
import type { Outcome } from './station-client.ts';

/**
 * Where a headset stands. `ready`: the station answered its report, holds its link, and all that is wanted is applied.
 * `refused`: it gave up, and says why.
 */
export type HeadsetState = 'waiting' | 'enrolling' | 'enrolled' | 'ready' | 'away' | 'refused' | 'stopped';

/** What an observer is told, in the order in which it happened. */
export type HeadsetEvent =
  | Readonly<{ type: 'enrolled'; deviceId: string }>
  | Readonly<{ type: 'ready' }>
  | Readonly<{ type: 'linked' }>
  | Readonly<{ type: 'cut'; reason: string }>
  | Readonly<{ type: 'delivered'; acknowledged: number }>
  | Readonly<{ type: 'applied'; revision: number }>
  | Readonly<{ type: 'commanded'; event: string }>
  | Readonly<{ type: 'away' }>
  | Readonly<{ type: 'back' }>
  | Readonly<{ type: 'refused'; reason: Reason }>;

/** Everything that one headset is made from. The same `seed` makes the same headset with the same life. */
export type HeadsetOptions = Readonly<{
  /** Base address of the station. */
  url: string;
  seed: string;
  /** The bearer with which it enrols; afterwards it uses its own. */
  enrolToken: string;
  admission: Admission;
  /** Between two reports, in ms. */
  heartbeatMs: number;
  habits: Habits;
  faults: Faults;
  clock: Clock;
  observe: (event: HeadsetEvent) => void;
}>;

/** Messages after which the record is read again. */
const RE_READ: ReadonlySet<string> = new Set<LinkMessage['type']>(['settings', 'metadata', 'resync']);

/** One simulated headset: a client of the interface that enrols, reports, holds its link, leaves and comes back. */
export class Headset {
  readonly identity: Identity;
  readonly ledger = new Ledger();
  readonly #options: HeadsetOptions;
  readonly #life: Life;
  readonly #inventory: Inventory;
  readonly #station: StationClient;
  readonly #agentEvents: Random;
  readonly #network: Random;
  readonly #end = new AbortController();
  readonly #reportBell = new Bell();
  readonly #settingsBell = new Bell();
  readonly #returnBell = new Bell();
  readonly #handled = new Set<string>();
  #presence = new AbortController();
  #state: HeadsetState = 'waiting';
  #reason: Reason | null = null;
  #record: EnrolledDevice | null = null;
  /** Null: not known, so the record must be read. */
  #wantedRevision: number | null = null;
  #reportedRevision: number | null = null;
  #isLinked = false;

  constructor(options: HeadsetOptions) {
    const { seed, url, enrolToken, clock, habits, heartbeatMs } = options;
    this.#options = options;
    this.identity = anIdentity(seededRandom(`${seed}/identity`));
    this.#life = new Life(seed, this.identity, habits, heartbeatMs);
    this.#inventory = new Inventory(this.identity);
    this.#station = new StationClient(url, enrolToken, clock);
    this.#agentEvents = seededRandom(`${seed}/agent-events`);
    this.#network = seededRandom(`${seed}/network`);
  }

  get state(): HeadsetState {
    return this.#state;
  }

  /** Why it gave up; null as long as it did not. */
  get reason(): Reason | null {
    return this.#reason;
  }

  /** The record that it is enrolled as; null before. */
  get deviceId(): string | null {
    return this.#record?.id ?? null;
  }

  /** Its own bearer; null before it is enrolled. */
  get accessToken(): string | null {
    return this.#record?.accessToken ?? null;
  }

  /** Enrols and lives until `stop`, or until the station refuses it for good. For one call; never rejects for what the station does. */
  async run(): Promise<void> {
    const { seed } = this.#options;
    const signal = this.#end.signal;
    if (signal.aborted) return;
    this.#state = 'enrolling';
    const random = seededRandom(`${seed}/enrolment`);
    const entry = await enrol({
      ...this.#options,
      station: this.#station,
      identity: this.identity,
      random,
      signal,
    });
    if (signal.aborted) return;
    if (!('record' in entry)) return this.#giveUp(entry);
    const deviceId = entry.record.id;
    this.#settleIn(entry.record);
    await Promise.all([
      this.#live(),
      this.#holdLink(deviceId),
      this.#followSettings(deviceId),
      this.#reportWhenCalled({ deviceId, typeId: entry.typeId }),
    ]);
  }

  /** Ends it at once: connections are dropped, events that wait stay in the ledger. */
  async stop(): Promise<void> {
    if (this.#state !== 'refused') this.#state = 'stopped';
    this.#end.abort();
    this.#presence.abort();
    await this.#station.disconnect();
  }

  /** Leaves the Wi-Fi without a word. Life goes on, and what happens is kept. */
  async leave(): Promise<void> {
    if (this.#state !== 'enrolled' && this.#state !== 'ready') return;
    this.#state = 'away';
    this.#isLinked = false;
    this.#reportedRevision = null;
    this.#presence.abort();
    this.#options.observe({ type: 'away' });
    await this.#station.disconnect();
  }

  /** Is within reach again: opens its link and sends what it kept. */
  comeBack(): void {
    if (this.#state !== 'away') return;
    this.#state = 'enrolled';
    this.#presence = new AbortController();
    this.#station.reconnect();
    this.#options.observe({ type: 'back' });
    this.#returnBell.ring();
    this.#reportBell.ring();
    this.#settingsBell.ring();
  }

  #settleIn(record: EnrolledDevice): void {
    this.#record = record;
    this.#state = 'enrolled';
    this.#station.useToken(record.accessToken);
    this.#inventory.apply(record.settings, record.settingsRevision);
    this.#wantedRevision = record.settingsRevision;
    this.#options.observe({ type: 'enrolled', deviceId: record.id });
  }

  /** Beats whether or not anyone hears it. Headsets that began together drift apart with the first gap. */
  async #live(): Promise<void> {
    const { clock, heartbeatMs } = this.#options;
    let gapMs = Math.round(heartbeatMs * (0.2 + 0.8 * this.#network.next()));
    let outingLeft = 0;
    while (!this.#end.signal.aborted) {
      const { happenings, outingBeats } = this.#life.step();
      for (const happening of happenings) this.#note(happening);
      if (outingLeft > 0) {
        outingLeft -= 1;
        if (outingLeft === 0) this.comeBack();
      } else if (outingBeats > 0) {
        outingLeft = outingBeats;
        await this.leave();
      }
      this.#reportBell.ring();
      await clock.wait(gapMs, this.#end.signal);
      gapMs = heartbeatMs;
    }
  }

  async #holdLink(deviceId: string): Promise<void> {
    const { clock } = this.#options;
    const heard = (message: LinkMessage) => this.#hear(deviceId, message);
    const link = new Link({ station: this.#station, deviceId, clock, random: this.#network, heard });
    while (!this.#end.signal.aborted) {
      const refusal = await link.hold(this.#presence.signal);
      if (refusal !== null) return this.#giveUp(reasonOf(refusal));
      await this.#returnBell.heard(this.#end.signal);
    }
  }

  #hear(deviceId: string, message: LinkMessage): void {
    if (message.type === 'hello') this.#greet(message.settingsRevision);
    if (message.type === 'command') void this.#obey(deviceId, message.command);
    if (RE_READ.has(message.type)) this.#want(null);
    if (message.type === 'cut') this.#loseLink(message.reason);
  }

  #greet(settingsRevision: number): void {
    const { observe, clock, heartbeatMs } = this.#options;
    this.#isLinked = true;
    observe({ type: 'linked' });
    this.#want(settingsRevision);
    this.#checkReady();
    // A whole fleet comes back at the same moment when the station restarts: its reports do not.
    const delayMs = Math.round(this.#network.next() * Math.min(2_000, heartbeatMs / 10));
    void clock.wait(delayMs, this.#presence.signal).then(() => this.#reportBell.ring());
  }

  #loseLink(reason: string): void {
    this.#isLinked = false;
    if (this.#state === 'ready') this.#state = 'enrolled';
    this.#options.observe({ type: 'cut', reason });
  }

  #want(revision: number | null): void {
    this.#wantedRevision = revision;
    this.#settingsBell.ring();
  }

  async #followSettings(deviceId: string): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#settingsBell.heard(this.#end.signal);
      await this.#untilDone(async () => {
        if (this.#wantedRevision === this.#inventory.revision) return null;
        const outcome = await this.#station.call(getDevice, { params: { deviceId }, body: {} });
        if (outcome.kind === 'answered') this.#apply(outcome.reply);
        return outcome;
      });
    }
  }

  #apply({ settings, settingsRevision }: Pick<EnrolledDevice, 'settings' | 'settingsRevision'>): void {
    this.#wantedRevision = settingsRevision;
    if (this.#inventory.revision === settingsRevision) return this.#checkReady();
    this.#inventory.apply(settings, settingsRevision);
    const eventId = this.#agentEvents.uuid();
    this.#note({ eventId, type: 'SETTINGS_APPLIED', payload: { revision: settingsRevision } });
    this.#options.observe({ type: 'applied', revision: settingsRevision });
    this.#reportBell.ring();
  }

  async #reportWhenCalled(registration: Registration): Promise<void> {
    if (this.#options.faults.neverReports) return;
    const [station, identity, life, inventory] = [this.#station, this.identity, this.#life, this.#inventory];
    const { faults } = this.#options;
    const reporter = new Reporter(
      { station, identity, life, inventory, faults, ledger: this.ledger },
      registration,
    );
    while (!this.#end.signal.aborted) {
      await this.#reportBell.heard(this.#end.signal);
      await this.#untilDone(() => this.#report(reporter, registration.deviceId));
    }
  }

  /** Null when nothing more can be sent now. */
  async #report(reporter: Reporter, deviceId: string): Promise<Outcome<unknown> | null> {
    const revision = this.#inventory.revision;
    const waiting = this.ledger.waiting;
    const outcome = await reporter.send();
    if (outcome.kind === 'answered') this.#heed(deviceId, outcome.reply, revision);
    // A batch that was too large goes out again in halves. One that brought nothing forward waits for the next beat.
    const isTooLarge = outcome.kind === 'refused' && outcome.status === 413;
    if (isTooLarge && waiting > 0) return { kind: 'answered', reply: null };
    const isThrough =
      outcome.kind === 'answered' && (this.ledger.waiting === 0 || this.ledger.waiting === waiting);
    return isThrough ? null : outcome;
  }

  #heed(deviceId: string, reply: HeartbeatReply, reportedRevision: number | null): void {
    this.#reportedRevision = reportedRevision;
    this.#options.observe({ type: 'delivered', acknowledged: reply.acknowledged.length });
    for (const command of reply.commands) void this.#obey(deviceId, command);
    if (reply.settingsRevision !== this.#inventory.revision) this.#want(reply.settingsRevision);
    this.#checkReady();
  }

  /** Repeats `attempt` with growing waits while the station puts it off; ends when it answers null, is refused, or the headset leaves. */
  async #untilDone(attempt: () => Promise<Outcome<unknown> | null>): Promise<void> {
    const signal = this.#presence.signal;
    for (let failures = 0; !signal.aborted;) {
      const outcome = await attempt();
      if (outcome === null || signal.aborted) return;
      if (outcome.kind === 'refused') {
        // The record or the token is gone; anything else may be right again with the next report.
        if ([401, 403, 404].includes(outcome.status)) this.#giveUp(reasonOf(outcome));
        if (outcome.status === 409) this.#want(null);
        return;
      }
      if (outcome.kind === 'answered') {
        failures = 0;
        continue;
      }
      const delayMs = Math.max(outcome.retryAfterMs, retryDelayMs(failures, this.#network));
      failures += 1;
      await this.#options.clock.wait(delayMs, signal);
    }
  }

  async #obey(deviceId: string, { commandId, event }: Command): Promise<void> {
    if (this.#handled.has(commandId)) return;
    this.#handled.add(commandId);
    this.#options.observe({ type: 'commanded', event });
    // Sent once: a command that is not answered in time is over, and the station says so to whoever gave it.
    const path = `/devices/${encodeURIComponent(deviceId)}/commands/${encodeURIComponent(commandId)}/answer`;
    await this.#station.send({ method: 'POST', path, body: { accepted: true } });
    if (event === 'unenroll')
      this.#giveUp({ code: 'UNENROLLED', message: 'The station un-enrolled this headset' });
  }

  #note({ eventId, type, payload }: Happening): void {
    const timestamp = this.#options.clock.nowMs() + this.#options.faults.clockOffsetMs;
    this.ledger.record({ eventId, type, timestamp, payload });
  }

  #checkReady(): void {
    const isApplied = this.#reportedRevision !== null && this.#reportedRevision === this.#wantedRevision;
    if (this.#state !== 'enrolled' || !this.#isLinked || !isApplied) return;
    this.#state = 'ready';
    this.#options.observe({ type: 'ready' });
  }

  #giveUp(reason: Reason): void {
    if (this.#end.signal.aborted) return;
    this.#state = 'refused';
    this.#reason = reason;
    this.#options.observe({ type: 'refused', reason });
    void this.stop();
  }
}
