import { UNENROLL_EVENT } from '../../shared/contract/commands/commands.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import type { HeartbeatReply } from '../../shared/contract/enrolment/heartbeat.ts';
import type { EnrolledDevice } from '../../shared/contract/enrolment/enrolment.ts';
import type { AgentOptions, AgentState, Enrolment } from './agent-options.ts';
import { Fetcher, type FetchTally } from './contents/fetcher.ts';
import { type AgentFaults, NO_AGENT_FAULTS } from './faults.ts';
import type { Headset } from './headset.ts';
import { type Random, seededRandom } from './random.ts';
import { Answers } from './reports/answers.ts';
import type { Ledger } from './reports/ledger.ts';
import { Reporter, type Registration } from './reports/reporter.ts';
import { enrol, type Reason, reasonOf } from './station/enrolment.ts';
import { type Command, Link, type LinkMessage, RE_READ } from './station/link.ts';
import { Pairing } from './station/pairing.ts';
import { StationClient, type Outcome, type Refusal } from './station/station-client.ts';
import { aPin } from './station/station-pin.ts';
import { untilDone } from './station/until-done.ts';
import { WakeSignal } from './wake-signal.ts';

/** How many answers are kept for commands that come again. */
const MAX_KEPT_ANSWERS = 200;
const UNENROLLED: Reason = { code: 'UNENROLLED', message: 'The station un-enrolled this headset' };

/**
 * The agent of a headset: a client of the interface that enrols it, reports its state and events, applies what the
 * station wants, and answers commands. It asks the headset itself through `Headset`.
 */
export class Agent {
  readonly ledger: Ledger;
  readonly #options: AgentOptions;
  readonly #faults: AgentFaults;
  readonly #headset: Headset;
  readonly #fetcher: Fetcher;
  readonly #station: StationClient;
  readonly #pairing: Pairing | null;
  readonly #answers: Answers;
  readonly #network: Random;
  readonly #end = new AbortController();
  readonly #reportWake = new WakeSignal();
  readonly #settingsWake = new WakeSignal();
  readonly #returnWake = new WakeSignal();
  readonly #stopSignal = new WakeSignal();
  /** Answers by command id, the newest last. */
  readonly #given = new Map<string, Promise<Record<string, unknown>>>();
  #presence = new AbortController();
  #state: AgentState = 'waiting';
  #reason: Reason | null = null;
  #record: EnrolledDevice | null = null;
  /** Null: unknown, so the record must be read. */
  #wantedRevision: number | null = null;
  #reportedRevision: number | null = null;
  #isLinked = false;
  #isLeaving = false;
  /** Whether the headset has been released, so that the next report holds its last events. */
  #isReleased = false;

  constructor(options: AgentOptions) {
    const {
      headset,
      ledger,
      seed,
      url,
      enrolToken,
      clock,
      lan,
      transfer,
      faults = NO_AGENT_FAULTS,
    } = options;
    this.#options = options;
    this.#faults = faults;
    this.#headset = headset;
    this.ledger = ledger;
    const pin = aPin(url, lan !== undefined);
    this.#fetcher = new Fetcher({
      stationUrl: () => (typeof url === 'string' ? url : url.url),
      pin,
      token: () => this.accessToken ?? '',
      clock,
      random: seededRandom(`${seed}/fetches`),
      transfer,
    });
    this.#station = new StationClient(url, enrolToken, clock, pin);
    const { androidId } = headset.identity;
    this.#pairing = pin !== null && lan?.pairs === true ? new Pairing(this.#station, pin, androidId) : null;
    const random = seededRandom(`${seed}/answers`);
    this.#answers = new Answers({ station: this.#station, fault: faults.answers, clock, random });
    this.#network = seededRandom(`${seed}/network`);
  }

  get state(): AgentState {
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

  /** What it downloaded. */
  get fetched(): FetchTally {
    return this.#fetcher.tally;
  }

  /** The headset's own clock, in ms since 1970 UTC. */
  get #nowMs(): number {
    return this.#options.clock.nowMs() + (this.#options.clockOffsetMs ?? 0);
  }

  /** Enrols and runs until `stop`, or until the station refuses it permanently. Call it once. */
  async run(): Promise<void> {
    const signal = this.#end.signal;
    if (signal.aborted) return;
    this.#state = 'enrolling';
    const entry = this.#options.enrolment ?? (await this.#enrol(signal));
    if (signal.aborted) return;
    if (!('record' in entry)) return this.#giveUp(entry);
    this.#options.onEnrolled?.(entry);
    const applied = this.#settleIn(entry.record);
    const deviceId = entry.record.id;
    const report = (): void => this.#reportWake.wake();
    const [record, station, fetcher] = [entry.record, this.#station, this.#fetcher];
    await Promise.all([
      applied,
      this.#headset.run({ record, station, fetcher, report }, signal),
      this.#holdLink(deviceId),
      this.#followSettings(deviceId),
      this.#reportWhenCalled({ deviceId, typeId: entry.typeId }),
    ]);
  }

  /** Stops at once: connections are closed, pending events stay in the ledger. */
  async stop(): Promise<void> {
    if (this.#state !== 'refused') this.#state = 'stopped';
    this.#end.abort();
    this.#presence.abort();
    await Promise.all([this.#station.disconnect(), this.#fetcher.close()]);
  }

  /** The headset lost its network, without notice. Its events are stored. */
  async leave(): Promise<void> {
    if (this.#state !== 'enrolled' && this.#state !== 'ready') return;
    this.#state = 'away';
    this.#isLinked = false;
    this.#reportedRevision = null;
    this.#presence.abort();
    this.#headset.reach(false, this.#nowMs);
    this.#options.observe({ type: 'away' });
    await this.#station.disconnect();
  }

  /** Comes back online: reconnects and sends the stored events. */
  comeBack(): void {
    if (this.#state !== 'away') return;
    this.#state = 'enrolled';
    this.#presence = new AbortController();
    this.#station.reconnect();
    this.#headset.reach(true, this.#nowMs);
    this.#options.observe({ type: 'back' });
    this.#returnWake.wake();
    this.#reportWake.wake();
    this.#settingsWake.wake();
  }

  #enrol(signal: AbortSignal): Promise<Enrolment | Reason> {
    return enrol({
      ...this.#options,
      faults: this.#faults,
      station: this.#station,
      identity: this.#headset.identity,
      pairing: this.#pairing,
      random: seededRandom(`${this.#options.seed}/enrolment`),
      signal,
    });
  }

  /** Starts with what the record says; resolves when its settings are applied. */
  async #settleIn(record: EnrolledDevice): Promise<void> {
    this.#record = record;
    this.#state = 'enrolled';
    this.#station.useToken(record.accessToken);
    const { settings, settingsRevision } = record;
    this.#wantedRevision = settingsRevision;
    const applied = this.#headset.apply(settings, settingsRevision, this.#headset.knownContents, this.#nowMs);
    this.#options.observe({ type: 'enrolled', deviceId: record.id });
    await applied;
    this.#reportWake.wake();
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
    this.#fetcher.wake();
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
        if (this.#isLeaving || this.#wantedRevision === this.#headset.revision) return null;
        const known = this.#headset.knownContents;
        const outcome = await this.#station.call(getDevice, { params: { deviceId }, body: {} });
        if (outcome.kind === 'answered') await this.#apply(outcome.reply, known);
        return outcome;
      });
    }
  }

  async #apply(
    { settings, settingsRevision }: Pick<EnrolledDevice, 'settings' | 'settingsRevision'>,
    known: ReadonlySet<string>,
  ): Promise<void> {
    this.#wantedRevision = settingsRevision;
    if (this.#isLeaving) return;
    if (this.#headset.revision === settingsRevision) return this.#checkReady();
    await this.#headset.apply(settings, settingsRevision, known, this.#nowMs);
    this.#options.observe({ type: 'applied', revision: settingsRevision });
    this.#reportWake.wake();
  }

  async #reportWhenCalled(registration: Registration): Promise<void> {
    if (this.#faults.neverReports) return;
    const { ledger } = this;
    const [station, headset, faults] = [this.#station, this.#headset, this.#faults];
    const ownNowMs = () => this.#nowMs;
    const reporter = new Reporter({ station, headset, ledger, faults, ownNowMs }, registration);
    while (!this.#end.signal.aborted) {
      await this.#reportWake.wait(this.#end.signal);
      await this.#untilDone(() => this.#report(reporter, registration.deviceId));
    }
  }

  /** Returns null if no more requests may be sent now. */
  async #report(reporter: Reporter, deviceId: string): Promise<Outcome<unknown> | null> {
    const revision = this.#headset.revision;
    const isLast = this.#isReleased;
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
    if (reply.settingsRevision !== this.#headset.revision) this.#loadSettings(reply.settingsRevision);
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

  /** Carries a command out. One that comes again, because its answer was lost, gets the same answer and no more. */
  async #execute(deviceId: string, command: Command): Promise<void> {
    const { commandId, event } = command;
    const path = `/devices/${encodeURIComponent(deviceId)}/commands/${encodeURIComponent(commandId)}/answer`;
    const given = this.#given.get(commandId);
    if (given !== undefined) return this.#answers.sendOnce(path, await given, this.#presence.signal);
    if (event === UNENROLL_EVENT && this.#isLeaving) return;
    this.#options.observe({ type: 'commanded', event });
    if (event === UNENROLL_EVENT) return this.#leaveForGood(path);
    const { waiting } = this.ledger;
    const reacting = this.#headset.execute(command, this.#nowMs);
    this.#keepAnswer(
      commandId,
      reacting.then(({ answer }) => answer),
    );
    const { answer, afterwards } = await reacting;
    if (this.ledger.waiting !== waiting) this.#reportWake.wake();
    await this.#answers.sendOnce(path, answer, this.#presence.signal);
    this.#options.observe({ type: 'answered', event });
    await afterwards?.();
  }

  #keepAnswer(commandId: string, answer: Promise<Record<string, unknown>>): void {
    this.#given.set(commandId, answer);
    const [oldest] = this.#given.keys();
    if (this.#given.size > MAX_KEPT_ANSWERS && oldest !== undefined) this.#given.delete(oldest);
  }

  /** Un-enrols: removes managed contents, informs the station, then answers the command and drops the token. */
  async #leaveForGood(path: string): Promise<void> {
    this.#isLeaving = true;
    const signal = this.#end.signal;
    await this.#headset.unenrol(this.#nowMs);
    this.#isReleased = true;
    this.#reportWake.wake();
    if (!this.#faults.neverReports) await this.#stopSignal.wait(signal);
    const isAnswered = await this.#answers.sendUntilAccepted(path, { cleaned: true }, signal);
    if (isAnswered) this.#giveUp(UNENROLLED);
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
