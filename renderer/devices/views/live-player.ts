import type { z } from 'zod';

import {
  type Arrival,
  CANDIDATES_TYPE,
  reportArrival,
  SDP_TYPE,
  startLiveView,
} from '../../../shared/contract/commands/views.ts';
import { errorBodySchema } from '../../../shared/contract/errors.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { connection } from '../../service/session.ts';

type Agreed = z.infer<typeof reportArrival.reply>['agreed'];

/** State of a live view. `live`: connected, so that frames can arrive. `blocked`: both sides agreed, but nothing arrives. */
export type Live = {
  readonly phase: 'connecting' | 'live' | 'lost' | 'blocked' | 'refused';
  readonly stream: MediaStream | null;
  readonly refusal: Refusal | null;
  readonly arrival: Arrival | null;
  readonly agreed: Agreed;
  /** Age of a picture when shown, in ms, as far as the browser can tell. */
  readonly behindMs: number | null;
};

export const NOT_YET: Live = {
  phase: 'connecting',
  stream: null,
  refusal: null,
  arrival: null,
  agreed: null,
  behindMs: null,
};

const INTERVAL_MS = 1_000;
/** Both are on one network: a slower connection never succeeds, in ms. */
const CONNECT_WITHIN_MS = 15_000;
const RETRY_MS = 3_000;
/** Later candidates are sent separately, in ms. */
const GATHER_MS = 400;

/** Plays a headset live by WHEP until stopped; reconnects on its own when the headset returns. */
export class LivePlayer {
  readonly #id: string;
  readonly #publish: (live: Live) => void;
  #live: Live = NOT_YET;
  #peer: RTCPeerConnection | null = null;
  #location: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedMs = 0;
  #counted = { bytes: 0, lost: 0, received: 0, atMs: 0, delay: 0, emitted: 0 };
  #isStopped = false;

  constructor(id: string, publish: (live: Live) => void) {
    this.#id = id;
    this.#publish = publish;
  }

  start(): void {
    window.addEventListener('pagehide', this.#leave);
    window.addEventListener('pageshow', this.#comeBack);
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    window.removeEventListener('pagehide', this.#leave);
    window.removeEventListener('pageshow', this.#comeBack);
    this.#end();
  }

  /** A window that is closed watches no more. */
  readonly #leave = (): void => this.#end();
  readonly #comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.#connect();
  };

  #put(part: Partial<Live>): void {
    this.#live = { ...this.#live, ...part };
    if (!this.#isStopped) this.#publish(this.#live);
  }

  async #connect(): Promise<void> {
    this.#end();
    if (this.#isStopped) return;
    const peer = new RTCPeerConnection();
    this.#peer = peer;
    this.#startedMs = Date.now();
    this.#counted = { bytes: 0, lost: 0, received: 0, atMs: 0, delay: 0, emitted: 0 };
    this.#put({ phase: 'connecting' });
    peer.addTransceiver('video', { direction: 'recvonly' });
    peer.addEventListener('track', ({ track, streams }) =>
      this.#put({ stream: streams[0] ?? new MediaStream([track]) }),
    );
    peer.addEventListener('connectionstatechange', () => this.#follow(peer));
    const late: string[] = [];
    peer.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate === null || candidate.candidate === '') return;
      if (this.#location === null) late.push(candidate.candidate);
      else
        void this.#send('PATCH', this.#location, CANDIDATES_TYPE, `a=mid:0\r\na=${candidate.candidate}\r\n`);
    });
    try {
      await this.#negotiate(peer, late);
    } catch {
      // An answer that this browser does not accept, or the peer was closed meanwhile.
      if (this.#isCurrent(peer)) this.#tryAgain();
    }
  }

  async #negotiate(peer: RTCPeerConnection, late: string[]): Promise<void> {
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer, GATHER_MS);
    if (!this.#isCurrent(peer)) return;
    late.length = 0;
    const path = address(startLiveView.path, { deviceId: this.#id });
    const answer = await this.#send('POST', path, SDP_TYPE, peer.localDescription?.sdp ?? '');
    if (!this.#isCurrent(peer)) {
      const made = answer?.headers.get('location');
      if (made !== undefined && made !== null) void this.#send('DELETE', made);
      return;
    }
    if (answer?.status !== 201) return this.#refused(answer);
    this.#location = answer.headers.get('location');
    await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    if (!this.#isCurrent(peer)) return;
    for (const candidate of late)
      if (this.#location !== null)
        void this.#send('PATCH', this.#location, CANDIDATES_TYPE, `a=mid:0\r\na=${candidate}\r\n`);
    this.#timer = setTimeout(() => void this.#look(peer), INTERVAL_MS);
  }

  #isCurrent(peer: RTCPeerConnection): boolean {
    return !this.#isStopped && this.#peer === peer;
  }

  #tryAgain(): void {
    this.#put({ phase: 'lost', stream: null });
    this.#timer = setTimeout(() => void this.#connect(), RETRY_MS);
  }

  async #refused(answer: Response | null): Promise<void> {
    const body = errorBodySchema.safeParse(await answer?.json().catch(() => null));
    const refusal: Refusal = body.success
      ? { refused: body.data.code as Refusal['refused'], message: body.data.message }
      : { refused: 'offline', message: '' };
    this.#closePeer();
    // Offline: it will return, or the station will. Everything else needs the person.
    const isAway = ['DEVICE_UNREACHABLE', 'offline', 'STATION_STOPPING'].includes(refusal.refused);
    this.#put({ phase: isAway ? 'lost' : 'refused', refusal, stream: null });
    if (isAway) this.#timer = setTimeout(() => void this.#connect(), RETRY_MS);
  }

  /** Shows the connection state of the browser at once: during an interruption an old picture must not look live. */
  #follow(peer: RTCPeerConnection): void {
    if (!this.#isCurrent(peer)) return;
    if (peer.connectionState === 'connected') this.#put({ phase: 'live', refusal: null });
    else if (peer.connectionState === 'disconnected') this.#put({ phase: 'lost' });
  }

  /** Measures reception, reports it to the station, and reconnects if needed. Runs once a second, never twice at once. */
  async #look(peer: RTCPeerConnection): Promise<void> {
    if (!this.#isCurrent(peer)) return;
    const { arrival, behindMs, isFirst } = await this.#measure(peer);
    if (!this.#isCurrent(peer)) return;
    // Rates need two measurements.
    if (!isFirst) this.#put({ arrival, behindMs });
    const { isConnected } = arrival;
    const sessionId = this.#location?.split('/').at(-1) ?? '';
    const outcome = await call(reportArrival, { params: { deviceId: this.#id, sessionId }, body: arrival });
    if (!this.#isCurrent(peer)) return;
    if (!isRefused(outcome)) this.#put({ agreed: outcome.reply.agreed });
    const isOver = isRefused(outcome) && outcome.refused === 'NOT_FOUND' && !isConnected;
    const isBroken = peer.connectionState === 'failed' || peer.connectionState === 'closed';
    const isTooLong = isBroken || Date.now() - this.#startedMs > CONNECT_WITHIN_MS;
    if (this.#live.phase === 'connecting' && isTooLong) {
      this.#end();
      this.#put({ phase: 'blocked', stream: null });
    } else if (isOver || isBroken) this.#tryAgain();
    else this.#timer = setTimeout(() => void this.#look(peer), INTERVAL_MS);
  }

  async #measure(
    peer: RTCPeerConnection,
  ): Promise<{ arrival: Arrival; behindMs: number | null; isFirst: boolean }> {
    const all: Record<string, unknown>[] = [];
    (await peer.getStats()).forEach((each: Record<string, unknown>) => all.push(each));
    const inbound = all.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video') ?? {};
    const pair = all.find(({ type, nominated }) => type === 'candidate-pair' && nominated === true);
    const before = this.#counted;
    const now = {
      bytes: numberOf(inbound['bytesReceived']),
      lost: numberOf(inbound['packetsLost']),
      received: numberOf(inbound['packetsReceived']),
      atMs: Date.now(),
      delay: numberOf(inbound['jitterBufferDelay']) + numberOf(inbound['totalProcessingDelay']),
      emitted: numberOf(inbound['jitterBufferEmittedCount']),
    };
    this.#counted = now;
    const passedMs = before.atMs === 0 ? INTERVAL_MS : Math.max(1, now.atMs - before.atMs);
    const lost = Math.max(0, now.lost - before.lost);
    const packets = lost + Math.max(0, now.received - before.received);
    const roundTripMs = pair === undefined ? null : numberOf(pair['currentRoundTripTime']) * 1_000;
    const emitted = now.emitted - before.emitted;
    const waited = emitted > 0 ? ((now.delay - before.delay) / emitted) * 1_000 : null;
    const arrival: Arrival = {
      isConnected: peer.connectionState === 'connected',
      width: numberOf(inbound['frameWidth']),
      height: numberOf(inbound['frameHeight']),
      fps: numberOf(inbound['framesPerSecond']),
      bitrateKbps: Math.max(0, (now.bytes - before.bytes) * 8) / passedMs,
      lostShare: packets === 0 ? 0 : lost / packets,
      roundTripMs,
    };
    const behindMs = waited === null ? null : waited + (roundTripMs ?? 0) / 2;
    return { arrival, behindMs, isFirst: before.atMs === 0 };
  }

  #end(): void {
    clearTimeout(this.#timer);
    if (this.#location !== null) void this.#send('DELETE', this.#location);
    this.#closePeer();
  }

  #closePeer(): void {
    this.#location = null;
    this.#peer?.close();
    this.#peer = null;
  }

  /** Returns null if the station was not reached. */
  async #send(method: string, path: string, type?: string, body?: string): Promise<Response | null> {
    const key = connection();
    const headers = new Headers(type === undefined ? {} : { 'content-type': type });
    if (key !== null) headers.set('authorization', `Bearer ${key.token}`);
    try {
      // Also when the window closes.
      const keepalive = method === 'DELETE';
      return await fetch((key?.url ?? '') + path, {
        method,
        headers,
        keepalive,
        ...(body === undefined ? {} : { body }),
      });
    } catch {
      // Interrupted: callers that need the answer retry.
      return null;
    }
  }
}

function gathered(peer: RTCPeerConnection, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      if (peer.iceGatheringState === 'complete') resolve();
    };
    peer.addEventListener('icegatheringstatechange', done);
    setTimeout(resolve, withinMs);
    done();
  });
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
