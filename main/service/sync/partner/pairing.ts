import { randomBytes } from 'node:crypto';

import type { z } from 'zod';

import {
  continueStationPairing,
  type PAIRING_FAULTS,
  type PartnerView,
  startStationPairing,
} from '../../../../shared/contract/sync/partner.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/new-id.ts';
import { codeOf, commitmentTo } from './code.ts';
import { askPeer, type PeerAnswer } from './peer.ts';
import type { Partner } from './record.ts';

/** The other station, once it is confirmed. */
export type Peer = Pick<Partner, 'name' | 'url' | 'fingerprint'>;

export type PairingParts = {
  readonly now: () => number;
  readonly ownFingerprint: () => string;
  readonly ownName: () => string | null;
  readonly countDevices: () => number;
  /** Stores that this station serves the other one; returns the token for it. */
  readonly serve: (peer: Peer) => Promise<string>;
  /** Stores that the other station serves this one. */
  readonly join: (peer: Peer, token: string) => Promise<void>;
};

/** The run of the protocol in which both stations have answered each other. */
type Session = {
  readonly id: string;
  /** True if this station calls the other one. */
  readonly isCaller: boolean;
  readonly nonce: string;
  readonly commitment: string | undefined;
  readonly peerName: string | null;
  readonly serves: boolean;
  /** Undefined until the caller has revealed its number. */
  code: string | undefined;
  isConfirmed: boolean;
  isConfirmedThere: boolean;
  lastSeenMs: number;
  /** The end of it, which happens once however often the other station asks. */
  token: Promise<string> | undefined;
  joined: Promise<void> | undefined;
};

type Intent = {
  readonly url: string;
  readonly expiresAtMs: number;
  isReachable: boolean;
  peerKey: string | undefined;
  starts: number;
  session: Session | undefined;
  fault: (typeof PAIRING_FAULTS)[number] | undefined;
  isDone: boolean;
};

const LIFE_MS = 10 * 60_000;
const STEP_MS = 500;
/** A caller that is silent for this long has gone. */
const SILENT_MS = 15_000;
/** Each start is one more chance for a station in the middle to meet the code by accident. */
const MAX_STARTS = 3;

/**
 * Two stations that get to know each other: their administrators have chosen each other, and compare a code that is
 * computed from both keys. In memory only. The station with the lower key calls the other one.
 */
export class PartnerPairing {
  readonly #parts: PairingParts;
  #intent: Intent | undefined;
  #timer: NodeJS.Timeout | undefined;
  #step: Promise<void> = Promise.resolve();

  constructor(parts: PairingParts) {
    this.#parts = parts;
  }

  get view(): PartnerView['pairing'] {
    const intent = this.#intent;
    if (intent === undefined || intent.isDone) return null;
    const { url, session, fault = null } = intent;
    const isCalled = session?.isCaller === false;
    const isSilent = isCalled && this.#parts.now() - session.lastSeenMs > SILENT_MS;
    const common = { url, name: session?.peerName ?? null, isReachable: intent.isReachable && !isSilent };
    if (fault !== null) return { ...common, state: 'failed', code: null, serves: null, fault };
    if (session?.code === undefined)
      return { ...common, state: 'waiting', code: null, serves: null, fault: null };
    const state = session.isConfirmed ? 'confirmed' : 'comparing';
    return { ...common, state, code: session.code, serves: session.serves, fault: null };
  }

  /** Chooses the other station. */
  start(url: string): void {
    this.cancel();
    this.#intent = {
      url,
      expiresAtMs: this.#parts.now() + LIFE_MS,
      isReachable: false,
      peerKey: undefined,
      starts: 0,
      session: undefined,
      fault: undefined,
      isDone: false,
    };
    this.#schedule(0);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    const intent = this.#intent;
    this.#intent = undefined;
    const { session, peerKey } = intent ?? {};
    if (intent === undefined || intent.isDone || peerKey === undefined) return;
    // The called station is not asked again; a calling one learns it from the answer to its next call.
    if (session?.isCaller === true) void this.#send(intent, session, { isStopped: true, token: null });
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.#step;
  }

  /** The administrator of this station has compared the codes. */
  confirm(code: string): Failure<'CONFLICT'> | undefined {
    const session = this.#intent?.session;
    if (session?.code === undefined || this.#intent?.fault !== undefined)
      return new Failure('CONFLICT', 'There is no code to confirm. Choose the other station first.');
    if (session.code !== code) {
      fail(this.#intent, 'CODE_WRONG');
      return new Failure('CONFLICT', 'This is not the code of this station. Start again on both stations.');
    }
    session.isConfirmed = true;
    return undefined;
  }

  /** Answers the first call of the other station. */
  answerStart(
    body: z.output<typeof startStationPairing.body>,
  ): z.input<typeof startStationPairing.reply> | Failure<'CONFLICT'> {
    const intent = this.#live();
    const { fingerprint, commitment, name, devices } = body;
    if (intent === undefined || intent.isDone || intent.peerKey !== fingerprint)
      return new Failure('CONFLICT', 'An administrator of this station must choose the other one first.');
    intent.starts += 1;
    if (intent.starts > MAX_STARTS) {
      fail(intent, 'TOO_MANY');
      return new Failure('CONFLICT', 'Too many attempts. Start again on both stations.');
    }
    const own = this.#parts.countDevices();
    const session = this.#session({
      isCaller: false,
      id: newId(),
      nonce: aNonce(),
      peerName: name,
      commitment,
    });
    // With as many devices on both sides, the caller serves.
    intent.session = { ...session, serves: own > devices };
    return { pairId: session.id, nonce: session.nonce, name: this.#parts.ownName(), devices: own };
  }

  /** Answers its further calls. */
  async answerContinue(
    body: z.output<typeof continueStationPairing.body>,
  ): Promise<z.input<typeof continueStationPairing.reply> | Failure<'NOT_FOUND'>> {
    const intent = this.#live();
    const session = intent?.session;
    const peerKey = intent?.peerKey;
    if (intent === undefined || session === undefined || peerKey === undefined || session.id !== body.pairId)
      return ended();
    if (session.isCaller || commitmentTo(body.nonce) !== session.commitment) {
      fail(intent, 'PEER_ENDED');
      return ended();
    }
    if (body.isStopped) {
      if (session.token === undefined && session.joined === undefined) intent.session = undefined;
      return ended();
    }
    session.lastSeenMs = this.#parts.now();
    const own = this.#parts.ownFingerprint();
    session.code ??= codeOf({
      callerKey: peerKey,
      calledKey: own,
      callerNonce: body.nonce,
      calledNonce: session.nonce,
      servingKey: session.serves ? own : peerKey,
    });
    session.isConfirmedThere ||= body.isConfirmed;
    const isAgreed = session.isConfirmed && session.isConfirmedThere;
    if (isAgreed && session.serves) {
      const token = await this.#serve(intent, session, peerKey);
      return { isConfirmed: true, token, isJoined: false };
    }
    const isJoined = isAgreed && body.token !== null;
    if (isJoined) await this.#join(intent, session, { fingerprint: peerKey, token: body.token ?? '' });
    return { isConfirmed: session.isConfirmed, token: null, isJoined };
  }

  #session(known: Pick<Session, 'id' | 'isCaller' | 'nonce' | 'peerName' | 'commitment'>): Session {
    return {
      ...known,
      serves: false,
      code: undefined,
      isConfirmed: false,
      isConfirmedThere: false,
      lastSeenMs: this.#parts.now(),
      token: undefined,
      joined: undefined,
    };
  }

  async #serve(intent: Intent, session: Session, fingerprint: string): Promise<string> {
    const peer = { name: session.peerName, url: intent.url, fingerprint };
    session.token ??= this.#parts.serve(peer);
    const token = await session.token;
    // The caller still has to deliver it.
    if (!session.isCaller) intent.isDone = true;
    return token;
  }

  async #join(
    intent: Intent,
    session: Session,
    { fingerprint, token }: { readonly fingerprint: string; readonly token: string },
  ): Promise<void> {
    const peer = { name: session.peerName, url: intent.url, fingerprint };
    session.joined ??= this.#parts.join(peer, token);
    await session.joined;
    intent.isDone = true;
  }

  #live(): Intent | undefined {
    const intent = this.#intent;
    if (intent === undefined || intent.fault !== undefined) return undefined;
    return intent.expiresAtMs > this.#parts.now() ? intent : undefined;
  }

  #schedule(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const intent = this.#intent;
      // What fails late ends its own attempt, not a newer one.
      this.#step = this.#next(intent).catch(() => fail(intent, 'PEER_ENDED'));
    }, inMs).unref();
  }

  async #next(intent: Intent | undefined): Promise<void> {
    if (intent === undefined || intent.isDone || intent.fault !== undefined) return;
    if (intent.expiresAtMs <= this.#parts.now()) return fail(intent, 'EXPIRED');
    if (intent.session === undefined) await this.#call(intent);
    else if (intent.session.isCaller) await this.#continue(intent, intent.session);
    if (this.#intent === intent) this.#schedule(STEP_MS);
  }

  /** Learns the key of the other station, and calls it if its own key is the lower one. */
  async #call(intent: Intent): Promise<void> {
    const { ownFingerprint, ownName, countDevices } = this.#parts;
    const own = ownFingerprint();
    const nonce = aNonce();
    const devices = countDevices();
    const connection = { key: '' };
    const trust = (key: string): boolean => {
      connection.key = key;
      return own < key;
    };
    const body = { commitment: commitmentTo(nonce), fingerprint: own, name: ownName(), devices };
    const answer = await askPeer(startStationPairing, { url: intent.url, trust, body });
    const { key } = connection;
    intent.isReachable = key !== '';
    if (key === '') return;
    if (key === own) return fail(intent, 'SAME_STATION');
    intent.peerKey = key;
    if (answer.kind !== 'ok' || intent.session !== undefined) return;
    const { pairId: id, nonce: theirs, name: peerName, devices: devicesThere } = answer.reply;
    const serves = devices >= devicesThere;
    const session = this.#session({ isCaller: true, id, nonce, peerName, commitment: undefined });
    intent.session = {
      ...session,
      serves,
      code: codeOf({
        callerKey: own,
        calledKey: key,
        callerNonce: nonce,
        calledNonce: theirs,
        servingKey: serves ? own : key,
      }),
    };
    await this.#continue(intent, intent.session);
  }

  async #continue(intent: Intent, session: Session): Promise<void> {
    const { peerKey } = intent;
    if (peerKey === undefined) return;
    const { isConfirmed, isConfirmedThere, serves } = session;
    const delivers = serves && isConfirmed && isConfirmedThere;
    const token = delivers ? await this.#serve(intent, session, peerKey) : null;
    // Cancelled meanwhile: a token that was not delivered is of a partner that never calls, which can be ended.
    if (this.#intent !== intent) return;
    const answer = await this.#send(intent, session, { isStopped: false, token });
    intent.isReachable = answer.kind !== 'unreachable';
    if (answer.kind === 'unreachable') return;
    if (answer.kind === 'refused') {
      // The other station starts again, with another code. A limit on requests ends nothing.
      if (answer.status === 404) intent.session = undefined;
      return;
    }
    const { reply } = answer;
    session.isConfirmedThere ||= reply.isConfirmed;
    if (reply.isJoined) intent.isDone = true;
    if (reply.token !== null && isConfirmed && !serves)
      await this.#join(intent, session, { fingerprint: peerKey, token: reply.token });
  }

  #send(
    { url, peerKey }: Intent,
    { id: pairId, nonce, isConfirmed }: Session,
    rest: { readonly isStopped: boolean; readonly token: string | null },
  ): Promise<PeerAnswer<z.output<typeof continueStationPairing.reply>>> {
    const body = { pairId, nonce, isConfirmed, ...rest };
    return askPeer(continueStationPairing, { url, trust: (key) => key === peerKey, body });
  }
}

function fail(intent: Intent | undefined, fault: Intent['fault']): void {
  if (intent !== undefined) intent.fault ??= fault;
}

function aNonce(): string {
  return randomBytes(32).toString('base64url');
}

function ended(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'This pairing has ended. Start again on both stations.');
}
