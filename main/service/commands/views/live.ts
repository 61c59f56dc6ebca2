import {
  type Arrival,
  LIVE_LEASE_SEC,
  MAX_LIVE,
  MAX_VIEWERS,
} from '../../../../shared/contract/commands/views.ts';
import type { DeviceId } from '../../../../shared/contract/ids.ts';
import { type NegotiatedStream, stepsBelow } from '../../../../shared/domain/commands/stream-quality.ts';
import { AT_THE_TOP, climb, isWorse } from '../../../../shared/domain/commands/view-quality.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import { isOnOwnNetwork } from '../../kernel/addresses/subnets.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { QualityNegotiator } from '../stream/quality.ts';
import type { BoardsOptions } from './boards.ts';
import { sendViewCommand, FROM_STATION } from './view-command.ts';
import { noteEnd, noteStart, noteStream } from './notes.ts';
import type { Agreed, Session } from './live-session.ts';
import { mayView, notAllowed, unanswered, wearerRefuses } from './permitted.ts';
import { readAnswer, readCandidates, readOffer } from './signalling.ts';
import { openTickets, type Tickets } from './tickets.ts';
import { fromTo, toWatcher, type Watching } from './watching.ts';

/** How long a live view may take to connect before the network is assumed to isolate the two, in ms. */
const CONNECT_WITHIN_MS = 10_000;
/** How long a reception report counts, in ms. */
const REPORT_VALID_MS = 7_000;

/** Headsets that a live view did not reach: the network isolates its clients, or they are on another segment. */
export type BlockedViews = { readonly isolated: number; readonly elsewhere: number };

export type LiveOptions = Omit<BoardsOptions, 'liveOf'> & {
  readonly negotiator: QualityNegotiator;
  readonly isRefused: (id: DeviceId) => boolean;
  /** Publishes to the boards. */
  readonly announce: (record: DeviceRecord) => void;
};

type StartRefusal = Failure<
  | 'VALIDATION_FAILED'
  | 'DEVICE_UNREACHABLE'
  | 'VIEWS_NOT_ALLOWED'
  | 'VIEW_REFUSED'
  | 'TOO_MANY_VIEWS'
  | 'STATION_STOPPING'
>;

/**
 * Live views: who watches which headset, and in which quality. Media flow directly; only the signalling passes here.
 */
export class LiveViews {
  readonly #options: LiveOptions;
  readonly #tickets: Tickets;
  readonly #sessions = new Map<string, Session>();
  readonly #agreed = new Map<DeviceId, Agreed>();
  /** Headsets whose last live view never connected. */
  readonly #isolated = new Set<DeviceId>();
  /** Headsets that somebody wanted to watch from another network segment. */
  readonly #elsewhere = new Set<DeviceId>();
  /** The restart lost all sessions from before this start. */
  readonly #bornMs: number;

  constructor(input: LiveOptions) {
    this.#options = input;
    this.#bornMs = input.records.core.clock.now();
    this.#tickets = openTickets(input.records.core.vault);
  }

  get isIdle(): boolean {
    return this.#sessions.size === 0;
  }

  /** Number of headsets whose last live view was blocked by the network, by cause. */
  get blocked(): BlockedViews {
    const { links } = this.#options.records.core;
    for (const id of this.#elsewhere) {
      const address = links.newest(id)?.address;
      if (address !== undefined && isOnOwnNetwork(address)) this.#elsewhere.delete(id);
    }
    return { isolated: this.#isolated.size, elsewhere: this.#elsewhere.size };
  }

  /** Returns what is known about a headset's live views. */
  of(id: DeviceId): { readonly viewers: number; readonly isIsolated: boolean } {
    return { viewers: this.#of(id).length, isIsolated: this.#isolated.has(id) };
  }

  /** Requests a live view of a headset. Returns the session and the headset's description. */
  async start(
    record: DeviceRecord,
    watching: Watching,
    offer: string,
  ): Promise<{ readonly id: string; readonly sdp: string } | StartRefusal> {
    const refusal = this.#refusalOf(record, watching);
    if (refusal !== undefined) return refusal;
    const { commands, records } = this.#options;
    const { core } = records;
    const linkAddress = core.links.newest(record.id)?.address ?? '';
    const read = readOffer(offer, { viewer: watching.address, headset: linkAddress });
    if ('error' in read) return new Failure('VALIDATION_FAILED', `The offer is not valid: ${read.error}`);
    const nowMs = core.clock.now();
    const session: Session = {
      id: newId(),
      deviceId: record.id,
      watching,
      startedMs: nowMs,
      lastSeenMs: nowMs,
      wasConnected: false,
      arrival: undefined,
      stopListening: this.#endWith(watching),
    };
    // Counts from here on, so that simultaneous requests respect the limit.
    this.#sessions.set(session.id, session);
    const response = await sendViewCommand(commands, record, 'view-offer', {
      sessionId: session.id,
      ticket: this.#tickets.seal(session),
      sdp: read.sdp,
      watcher: toWatcher(watching),
    });
    const answer =
      response.is === 'accepted'
        ? readAnswer(response.answer, { viewer: watching.address, headset: linkAddress })
        : undefined;
    if (answer === undefined || 'error' in answer || !this.#sessions.has(session.id)) {
      this.#sessions.delete(session.id);
      session.stopListening();
      if (response.is === 'accepted')
        void sendViewCommand(commands, record, 'view-end', { sessionId: session.id });
      return unanswered(response.is);
    }
    await noteStart(records, record, toWatcher(watching).role);
    this.#negotiateAll(watching);
    this.#options.announce(record);
    return { id: session.id, sdp: answer.sdp };
  }

  /** Passes late candidates on. Returns false if there are none. */
  candidates(session: Session, record: DeviceRecord, text: string): Failure<'VALIDATION_FAILED'> | undefined {
    const headset = this.#options.records.core.links.newest(record.id)?.address ?? '';
    const read = readCandidates(text, { viewer: session.watching.address, headset });
    if ('error' in read)
      return new Failure('VALIDATION_FAILED', `The candidates are not valid: ${read.error}`);
    session.lastSeenMs = this.#options.records.core.clock.now();
    const message = { sessionId: session.id, sdp: read.sdp };
    void sendViewCommand(this.#options.commands, record, 'view-candidates', message);
    return undefined;
  }

  /** Returns the session if this caller started it. */
  find(id: string, deviceId: DeviceId, { tokenId }: Pick<Watching, 'tokenId'>): Session | undefined {
    const session = this.#sessions.get(id);
    return session?.deviceId === deviceId && session.watching.tokenId === tokenId ? session : undefined;
  }

  /** Ends a session; `why` is recorded in the audit log. */
  end(session: Session, why: string): void {
    if (!this.#sessions.delete(session.id)) return;
    session.stopListening();
    const { records, commands, onWatched, announce } = this.#options;
    const record = records.devices.find(session.deviceId);
    const { watching, startedMs, deviceId } = session;
    const nowMs = records.core.clock.now();
    const detail = `${why}, ${fromTo(startedMs, nowMs)}`;
    onWatched({ operation: 'endLiveView', watching, devicesId: [deviceId], detail });
    if (!session.wasConnected && nowMs - startedMs >= CONNECT_WITHIN_MS) this.#isolated.add(deviceId);
    if (record === undefined) return;
    void sendViewCommand(commands, record, 'view-end', { sessionId: session.id });
    void this.#noteEnd(record, session, nowMs);
    this.#negotiateAll(watching);
    this.#negotiate(deviceId);
    announce(record);
  }

  /** Accepts a viewer's reception report. */
  arrived(session: Session, arrival: Arrival): NegotiatedStream | null {
    this.#note(session, arrival, 'viewer');
    return this.#agreed.get(session.deviceId)?.stream ?? null;
  }

  /** Accepts a headset's report. Returns which of its live views are over. */
  async sent(
    record: DeviceRecord,
    items: readonly (Arrival & { readonly ticket: string })[],
  ): Promise<string[]> {
    const { records, permissions } = this.#options;
    const nowMs = records.core.clock.now();
    const ended: string[] = [];
    for (const { ticket, ...arrival } of items) {
      const known = this.#tickets.open(ticket);
      if (known === undefined || known.deviceId !== record.id) continue;
      // After a restart of the station, only the ticket that it encrypted for the headset is known.
      const isFresh = this.#sessions.has(known.id);
      const mayContinue =
        mayView(permissions, record, known.watching) &&
        records.tokens.isValid(known.watching.tokenId) &&
        !this.#options.isRefused(record.id);
      const isWatchable = mayContinue && this.#of(record.id).length < MAX_VIEWERS && arrival.isConnected;
      if (!isFresh && !(known.startedMs < this.#bornMs && isWatchable)) {
        ended.push(known.id);
        continue;
      }
      const session = this.#sessions.get(known.id) ?? {
        ...known,
        lastSeenMs: nowMs,
        wasConnected: true,
        arrival: undefined,
        stopListening: this.#endWith(known.watching),
      };
      if (!isFresh) {
        this.#sessions.set(session.id, session);
        this.#negotiate(record.id);
      }
      this.#note(session, arrival, 'headset');
    }
    await noteStream(this.#options.records, record, items);
    return ended;
  }

  /** Ends sessions that the wearer, or a technician, does not allow any more. */
  endAll(shouldEnd: (session: Pick<Session, 'deviceId' | 'watching'>) => boolean, why: string): void {
    for (const session of this.#sessions.values()) if (shouldEnd(session)) this.end(session, why);
  }

  /**
   * Ends sessions without contact, those whose token has expired, and those whose headset was moved to a cart that
   * their viewer may not watch.
   */
  tick(): void {
    const { records, permissions } = this.#options;
    const nowMs = records.core.clock.now();
    const mayContinue = ({ deviceId, watching }: Session): boolean => {
      const record = records.devices.find(deviceId);
      return record === undefined || mayView(permissions, record, watching);
    };
    for (const session of this.#sessions.values()) {
      if (nowMs - session.lastSeenMs >= LIVE_LEASE_SEC * 1_000) this.end(session, 'no sign of life');
      // The headset's reports alone would keep it alive.
      else if (!records.tokens.isValid(session.watching.tokenId)) this.end(session, 'signed out');
      else if (!mayContinue(session)) this.end(session, 'not allowed any more');
    }
  }

  /**
   * Ends the live views of a token with it, because media would continue to flow between the two without the station.
   */
  #endWith({ tokenId }: Watching): () => void {
    return this.#options.records.tokens.onRevoked(tokenId, () =>
      this.endAll(({ watching }) => watching.tokenId === tokenId, 'signed out'),
    );
  }

  #refusalOf(record: DeviceRecord, watching: Watching): StartRefusal | undefined {
    const { permissions, isRefused, records } = this.#options;
    if (!mayView(permissions, record, watching)) return notAllowed();
    if (isRefused(record.id)) return wearerRefuses();
    const address = records.core.links.newest(record.id)?.address;
    if (address === undefined)
      return new Failure('DEVICE_UNREACHABLE', 'The headset has no connection to the station.');
    if (!isOnOwnNetwork(address)) {
      this.#elsewhere.add(record.id);
      return new Failure(
        'DEVICE_UNREACHABLE',
        `The headset (${address}) is on another network segment than this station; live views work within one segment only.`,
      );
    }
    if (this.#of(record.id).length >= MAX_VIEWERS)
      return new Failure('TOO_MANY_VIEWS', `${MAX_VIEWERS} people are already watching this headset.`);
    if (this.#by(watching).length >= MAX_LIVE)
      return new Failure(
        'TOO_MANY_VIEWS',
        `You are already watching ${MAX_LIVE} headsets live. Stop one of them.`,
      );
    return undefined;
  }

  #note(session: Session, what: Arrival, by: 'viewer' | 'headset'): void {
    const nowMs = this.#options.records.core.clock.now();
    if (what.isConnected) {
      session.lastSeenMs = nowMs;
      session.wasConnected = true;
      this.#isolated.delete(session.deviceId);
    }
    const { arrival } = session;
    const hasViewerReport = arrival?.by === 'viewer' && nowMs - arrival.atMs < REPORT_VALID_MS;
    if (by === 'headset' && hasViewerReport) return;
    session.arrival = { what, atMs: nowMs, by };
    this.#judge(session.deviceId, nowMs);
  }

  /** One encoder serves all viewers: the one with the worst reception decides. */
  #judge(id: DeviceId, nowMs: number): void {
    const agreed = this.#agreed.get(id);
    if (agreed === undefined || agreed.isRequesting) return;
    const { stream } = agreed;
    // The headset did not answer the last time.
    if (agreed.lastRequest === '' || stream === undefined) return this.#negotiate(id);
    const arrivals = this.#of(id).flatMap(({ arrival }) =>
      arrival !== undefined && nowMs - arrival.atMs < REPORT_VALID_MS && arrival.what.isConnected
        ? [arrival.what]
        : [],
    );
    if (arrivals.length === 0) return;
    const isBad = arrivals.some((each) => isWorse(each, stream));
    const { lowered } = agreed.ladder;
    agreed.ladder = climb(agreed.ladder, isBad, { nowMs, steps: agreed.steps });
    if (agreed.ladder.lowered !== lowered) this.#negotiate(id);
  }

  /** A single viewer gets HIGH_FIDELITY if possible; several at once get OPTIMIZED. */
  #negotiateAll(watching: Watching): void {
    for (const id of new Set(this.#by(watching).map(({ deviceId }) => deviceId))) this.#negotiate(id);
  }

  #negotiate(id: DeviceId): void {
    const sessions = this.#of(id);
    const { records, negotiator } = this.#options;
    const record = records.devices.find(id);
    if (sessions.length === 0 || record === undefined) {
      this.#agreed.delete(id);
      return;
    }
    const agreed = this.#agreed.get(id) ?? {
      stream: undefined,
      lastRequest: '',
      ladder: AT_THE_TOP,
      steps: 0,
      isRequesting: false,
    };
    this.#agreed.set(id, agreed);
    const isInFocus = sessions.some(({ watching }) => this.#by(watching).length === 1);
    const profile = isInFocus ? 'HIGH_FIDELITY' : 'OPTIMIZED';
    const { lowered } = agreed.ladder;
    const requested = `${profile} ${lowered}`;
    if (agreed.isRequesting || agreed.lastRequest === requested) return;
    agreed.isRequesting = true;
    let isAgreed = false;
    void negotiator
      .set(record, profile, { lowered, sending: FROM_STATION })
      .then((stream) => {
        if (stream instanceof Failure) return;
        isAgreed = true;
        agreed.stream = stream;
        if (lowered === 0) agreed.steps = stepsBelow(stream);
      })
      .catch((error: unknown) => records.core.log.error({ err: error }, 'a quality could not be agreed on'))
      .finally(() => {
        agreed.isRequesting = false;
        // Otherwise it is asked again with its next report.
        agreed.lastRequest = isAgreed ? requested : '';
        // Skipped if another request was sent meanwhile.
        if (isAgreed && this.#agreed.get(id) === agreed) this.#negotiate(id);
      });
  }

  async #noteEnd(record: DeviceRecord, { startedMs, watching }: Session, nowMs: number): Promise<void> {
    const { records } = this.#options;
    try {
      await noteEnd(records, record, { role: toWatcher(watching).role, durationMs: nowMs - startedMs });
      if (this.#of(record.id).length === 0) await noteStream(records, record, []);
    } catch (error) {
      records.core.log.error({ err: error }, 'the end of a live view could not be recorded');
    }
  }

  #of(id: DeviceId): Session[] {
    return [...this.#sessions.values()].filter(({ deviceId }) => deviceId === id);
  }

  #by({ tokenId }: Pick<Watching, 'tokenId'>): Session[] {
    return [...this.#sessions.values()].filter(({ watching }) => watching.tokenId === tokenId);
  }
}
