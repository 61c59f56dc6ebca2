import { getDevice } from '../../shared/contract/devices/devices.ts';
import type { EnrolledDevice } from '../../shared/contract/enrolment/enrolment.ts';
import type { EffectiveSettings } from '../../shared/contract/configuration/settings/settings.ts';
import type { HeartbeatReply } from '../../shared/contract/enrolment/heartbeat.ts';
import { Agent } from '../simulator/headset/simulated-headset.ts';
import { Answers } from './reports/answers.ts';
import { WakeSignal } from './wake-signal.ts';
import { react } from '../simulator/headset/commands.ts';
import { enrol, type Reason, reasonOf } from './station/enrolment.ts';
import { type Fetcher, fetcherOf, type FetchTally } from './contents/fetcher.ts';
import {
  type HeadsetOptions,
  type HeadsetState,
  type HeadsetViews,
  viewsOf,
} from '../simulator/headset/headset-options.ts';
import { Ledger } from './reports/ledger.ts';
import type { LifeEvent } from '../simulator/headset/life.ts';
import { type Command, Link, type LinkMessage, RE_READ } from './station/link.ts';
import { anIdentity, type Identity } from '../simulator/headset/models.ts';
import { type Random, seededRandom } from './random.ts';
import { Pairing } from './station/pairing.ts';
import { Reporter, type Registration } from './reports/reporter.ts';
import { StationClient, type Outcome, type Refusal } from './station/station-client.ts';
import { aPin } from './station/station-pin.ts';
import { ContentLoop } from '../simulator/contents/content-loop.ts';
import { untilDone } from './station/until-done.ts';

const UNENROLLED: Reason = { code: 'UNENROLLED', message: 'The station un-enrolled this headset' };
const REBOOT_BEATS = 2;
/** For how many beats a headset stays away after it was switched off. */
const OFF_BEATS = 20;

/** A simulated headset: a client of the interface that enrols, reports, connects, leaves and returns. */
export class Headset {
  readonly identity: Identity;
  readonly ledger = new Ledger();
  views: HeadsetViews | undefined;
  readonly #options: HeadsetOptions;
  readonly #agent: Agent;
  readonly #contentLoop: ContentLoop;
  readonly #fetcher: Fetcher | null;
  readonly #station: StationClient;
  readonly #pairing: Pairing | null;
  readonly #answers: Answers;
  readonly #network: Random;
  readonly #end = new AbortController();
  readonly #reportWake = new WakeSignal();
  readonly #settingsWake = new WakeSignal();
  readonly #returnWake = new WakeSignal();
  readonly #stopSignal = new WakeSignal();
  readonly #handled = new Set<string>();
  #presence = new AbortController();
  #state: HeadsetState = 'waiting';
  #reason: Reason | null = null;
  #record: EnrolledDevice | null = null;
  /** Null: unknown, so the record must be read. */
  #wantedRevision: number | null = null;
  #reportedRevision: number | null = null;
  #isLinked = false;
  #isLeaving = false;
  #offlineBeatsLeft = 0;

  constructor(options: HeadsetOptions) {
    const { seed, url, enrolToken, clock, habits, faults, heartbeatMs, lan } = options;
    this.#options = options;
    this.identity = anIdentity(seededRandom(`${seed}/identity`), habits.model, habits.shipsLessons);
    const note = (event: LifeEvent, atMs: number) => this.#note(event, atMs);
    this.#agent = new Agent({ seed, identity: this.identity, habits, faults, beatMs: heartbeatMs, note });
    const [agent, ledger, ownNowMs] = [this.#agent, this.ledger, () => this.#nowMs];
    const pin = aPin(url, lan !== undefined);
    this.#fetcher = habits.fetchesContents ? fetcherOf(options, pin, () => this.accessToken ?? '') : null;
    const report = () => this.#reportWake.wake();
    this.#contentLoop = new ContentLoop({ agent, ledger, clock, ownNowMs, report, fetcher: this.#fetcher });
    this.#station = new StationClient(url, enrolToken, clock, pin);
    const { androidId } = this.identity;
    this.#pairing = pin !== null && lan?.pairs === true ? new Pairing(this.#station, pin, androidId) : null;
    const random = seededRandom(`${seed}/answers`);
    this.#answers = new Answers({ station: this.#station, fault: faults.answers, clock, random });
    this.#network = seededRandom(`${seed}/network`);
  }

  get state(): HeadsetState {
    return this.#state;
  }

  /** Why it gave up; null if it did not. */
  get reason(): Reason | null {
    return this.#reason;
  }

  /** The record that it is enrolled as; null before. */
  get deviceId(): string | null {
    return this.#record?.id ?? null;
  }

  /** Its own token; null before enrolment and after un-enrolment. */
  get accessToken(): string | null {
    const token = this.#record?.accessToken ?? '';
    return token === '' ? null : token;
  }

  /** What it downloaded; null if it only simulates the time. */
  get fetched(): FetchTally | null {
    return this.#fetcher?.tally ?? null;
  }

  /** The headset's own clock, in ms since 1970 UTC. */
  get #nowMs(): number {
    return this.#options.clock.nowMs() + this.#options.faults.clockOffsetMs;
  }

  /** Enrols and runs until `stop`, or until the station refuses it permanently. Call it once. */
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
      pairing: this.#pairing,
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
      this.#contentLoop.run(signal),
    ]);
  }

  /** Stops at once: connections are closed, pending events stay in the ledger. */
  async stop(): Promise<void> {
    if (this.#state !== 'refused') this.#state = 'stopped';
    this.#end.abort();
    this.#presence.abort();
    this.views?.stop();
    await Promise.all([this.#station.disconnect(), this.#fetcher?.close()]);
  }

  /** Leaves the Wi-Fi without notice. The simulation continues, and events are stored. */
  async leave(): Promise<void> {
    if (this.#state !== 'enrolled' && this.#state !== 'ready') return;
    this.#state = 'away';
    this.#isLinked = false;
    this.#reportedRevision = null;
    this.#presence.abort();
    this.views?.leave();
    this.#agent.reach(false, this.#nowMs);
    this.#contentLoop.wake();
    this.#options.observe({ type: 'away' });
    await this.#station.disconnect();
  }

  /** Comes back online: reconnects and sends the stored events. */
  comeBack(): void {
    if (this.#state !== 'away') return;
    this.#state = 'enrolled';
    this.#presence = new AbortController();
    this.#station.reconnect();
    this.#agent.reach(true, this.#nowMs);
    this.#agent.turnOn(this.#nowMs);
    this.#options.observe({ type: 'back' });
    this.#contentLoop.wake();
    this.#returnWake.wake();
    this.#reportWake.wake();
    this.#settingsWake.wake();
  }

  tamper(change: EffectiveSettings): void {
    this.#agent.tamper(change);
    this.#reportWake.wake();
  }

  uninstall(packageName: string): void {
    this.#agent.uninstall(packageName, this.#nowMs);
    this.#reportWake.wake();
  }

  /** Ends the cause of failed downloads. */
  repairFaults(): void {
    this.#agent.repairFaults();
  }

  #settleIn(record: EnrolledDevice): void {
    this.#record = record;
    this.#state = 'enrolled';
    this.#station.useToken(record.accessToken);
    const { settings, settingsRevision } = record;
    this.#agent.apply(settings, settingsRevision, this.#agent.knownContents, this.#nowMs);
    this.#wantedRevision = record.settingsRevision;
    this.views = viewsOf(this.#options, this.#station, record);
    this.#options.observe({ type: 'enrolled', deviceId: record.id });
  }

  /** Advances whether or not it is connected. Headsets that started together drift apart with the first interval. */
  async #live(): Promise<void> {
    const { clock, heartbeatMs } = this.#options;
    let gapMs = Math.round(heartbeatMs * (0.2 + 0.8 * this.#network.next()));
    while (!this.#end.signal.aborted) {
      const absenceBeats = this.#agent.beat(this.#nowMs);
      if (this.#offlineBeatsLeft > 0) {
        this.#offlineBeatsLeft -= 1;
        if (this.#offlineBeatsLeft === 0) this.comeBack();
      } else if (absenceBeats > 0) {
        this.#offlineBeatsLeft = absenceBeats;
        await this.leave();
      }
      this.#reportWake.wake();
      await clock.wait(gapMs, this.#end.signal);
      gapMs = heartbeatMs;
    }
  }

  async #holdLink(deviceId: string): Promise<void> {
    const { clock } = this.#options;
    const received = (message: LinkMessage) => this.#onMessage(deviceId, message);
    const link = new Link({
      station: this.#station,
      deviceId,
      clock,
      random: this.#network,
      onMessage: received,
    });
    while (!this.#end.signal.aborted) {
      const refusal = await link.hold(this.#presence.signal);
      if (refusal !== null) return this.#giveUp(reasonOf(refusal));
      await this.#returnWake.wait(this.#end.signal);
    }
  }

  #onMessage(deviceId: string, message: LinkMessage): void {
    if (message.type === 'hello') this.#greet(message.settingsRevision);
    if (message.type === 'command') void this.#execute(deviceId, message.command);
    if (RE_READ.has(message.type)) this.#loadSettings(null);
    if (message.type === 'cut') this.#loseLink(message.reason);
  }

  #greet(settingsRevision: number): void {
    const { observe, clock, heartbeatMs } = this.#options;
    this.#isLinked = true;
    this.#fetcher?.wake();
    observe({ type: 'linked' });
    this.#loadSettings(settingsRevision);
    this.#checkReady();
    // A whole fleet reconnects at the same moment when the station restarts: its reports are spread.
    const delayMs = Math.round(this.#network.next() * Math.min(2_000, heartbeatMs / 10));
    void clock.wait(delayMs, this.#presence.signal).then(() => this.#reportWake.wake());
  }

  #loseLink(reason: string): void {
    this.#isLinked = false;
    if (this.#state === 'ready') this.#state = 'enrolled';
    this.#options.observe({ type: 'cut', reason });
  }

  #loadSettings(revision: number | null): void {
    if (this.#isLeaving) return;
    this.#wantedRevision = revision;
    this.#settingsWake.wake();
  }

  async #followSettings(deviceId: string): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#settingsWake.wait(this.#end.signal);
      await this.#untilDone(async () => {
        if (this.#isLeaving || this.#wantedRevision === this.#agent.revision) return null;
        const known = this.#agent.knownContents;
        const outcome = await this.#station.call(getDevice, { params: { deviceId }, body: {} });
        if (outcome.kind === 'answered') this.#apply(outcome.reply, known);
        return outcome;
      });
    }
  }

  #apply(
    { settings, settingsRevision }: Pick<EnrolledDevice, 'settings' | 'settingsRevision'>,
    known: ReadonlySet<string>,
  ): void {
    this.#wantedRevision = settingsRevision;
    if (this.#isLeaving) return;
    if (this.#agent.revision === settingsRevision) return this.#checkReady();
    this.#agent.apply(settings, settingsRevision, known, this.#nowMs);
    this.#agent.recordEvent('SETTINGS_APPLIED', { revision: settingsRevision }, this.#nowMs);
    this.#options.observe({ type: 'applied', revision: settingsRevision });
    this.#reportWake.wake();
    this.#contentLoop.wake();
  }

  async #reportWhenCalled(registration: Registration): Promise<void> {
    if (this.#options.faults.neverReports) return;
    const { identity, ledger } = this;
    const [station, agent, { faults }] = [this.#station, this.#agent, this.#options];
    const ownNowMs = () => this.#nowMs;
    const reporter = new Reporter({ station, identity, agent, ledger, faults, ownNowMs }, registration);
    while (!this.#end.signal.aborted) {
      await this.#reportWake.wait(this.#end.signal);
      await this.#untilDone(() => this.#report(reporter, registration.deviceId));
    }
  }

  /** Returns null if no more requests may be sent now. */
  async #report(reporter: Reporter, deviceId: string): Promise<Outcome<unknown> | null> {
    const revision = this.#agent.revision;
    const isLast = this.#isLeaving;
    const waiting = this.ledger.waiting;
    const outcome = await reporter.send();
    if (outcome.kind === 'answered') this.#followReply(deviceId, outcome.reply, revision);
    // A batch that was too large is sent again in halves. One without progress waits for the next beat.
    const isTooLarge = outcome.kind === 'refused' && outcome.status === 413;
    if (isTooLarge && waiting > 0) return { kind: 'answered', reply: null };
    const isComplete =
      outcome.kind === 'answered' && (this.ledger.waiting === 0 || this.ledger.waiting === waiting);
    if (isLast && (isComplete || outcome.kind === 'refused')) this.#stopSignal.wake();
    return isComplete ? null : outcome;
  }

  #followReply(deviceId: string, reply: HeartbeatReply, reportedRevision: number | null): void {
    this.#reportedRevision = reportedRevision;
    this.#options.observe({ type: 'delivered', acknowledged: reply.acknowledged.length });
    for (const command of reply.commands) void this.#execute(deviceId, command);
    if (reply.settingsRevision !== this.#agent.revision) this.#loadSettings(reply.settingsRevision);
    this.#checkReady();
  }

  #untilDone(attempt: () => Promise<Outcome<unknown> | null>): Promise<void> {
    const trying = { signal: this.#presence.signal, clock: this.#options.clock, random: this.#network };
    const refused = (refusal: Refusal): void => {
      // The record or the token no longer exists; after any other error the next report may succeed.
      if ([401, 403, 404].includes(refusal.status)) this.#giveUp(reasonOf(refusal));
      if (refusal.status === 409) this.#loadSettings(null);
    };
    return untilDone({ ...trying, refused }, attempt);
  }

  async #execute(deviceId: string, command: Command): Promise<void> {
    const { commandId, event } = command;
    if (this.#handled.has(commandId)) return;
    this.#handled.add(commandId);
    this.#options.observe({ type: 'commanded', event });
    const path = `/devices/${encodeURIComponent(deviceId)}/commands/${encodeURIComponent(commandId)}/answer`;
    if (event === 'unenroll') return this.#leaveForGood(path);
    const { waiting } = this.ledger;
    const shown = await this.views?.execute(event, command.message);
    const { answer, afterwards } =
      shown === undefined ? react(this.#agent, command, this.#nowMs) : { answer: shown, afterwards: null };
    if (this.ledger.waiting !== waiting) this.#reportWake.wake();
    await this.#answers.sendOnce(path, answer, this.#presence.signal);
    this.#options.observe({ type: 'answered', event });
    if (afterwards !== null) await this.#goOff(afterwards === 'reboot' ? REBOOT_BEATS : OFF_BEATS);
  }

  /** Goes offline and returns after so many beats, on its own or switched on by hand; the next beat may come soon. */
  async #goOff(beats: number): Promise<void> {
    if (this.#offlineBeatsLeft > 0) return;
    this.#offlineBeatsLeft = beats;
    this.#agent.turnOff(this.#nowMs);
    await this.leave();
  }

  /** Un-enrols: removes managed contents, informs the station, then answers the command and drops the token. */
  async #leaveForGood(path: string): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    const signal = this.#end.signal;
    this.#agent.unenrol(this.#nowMs);
    this.#reportWake.wake();
    if (!this.#options.faults.neverReports) await this.#stopSignal.wait(signal);
    const isAnswered = await this.#answers.sendUntilAccepted(path, { cleaned: true }, signal);
    if (isAnswered) this.#giveUp(UNENROLLED);
  }

  #note({ eventId, type, payload }: LifeEvent, atMs: number): void {
    this.ledger.record({ eventId, type, timestamp: atMs, payload });
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
    // If a headset that is being un-enrolled is refused, it has been un-enrolled.
    this.#reason = this.#isLeaving ? UNENROLLED : reason;
    if (this.#isLeaving) {
      this.#station.useToken('');
      if (this.#record !== null) this.#record = { ...this.#record, accessToken: '' };
    }
    this.#options.observe({ type: 'refused', reason: this.#reason });
    void this.stop();
  }
}
