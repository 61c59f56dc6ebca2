import type { Arrival } from '../../../shared/contract/commands/views.ts';
import { libwebrtc, type Peer } from './libwebrtc.ts';
import type { Scene } from './scene.ts';

export type Size = { readonly width: number; readonly height: number };
type Quality = Size & { readonly fps: number; readonly bitrateKbps?: number };

type Session = {
  readonly ticket: string;
  readonly peer: Peer;
  bytes: number;
  atMs: number;
};

type Input = {
  readonly nowMs: () => number;
  readonly most: Size & { readonly fps: number };
};

/** The scene as live video, by libwebrtc: one source, with a direct connection per viewer. */
export class LiveSource {
  readonly #scene: Scene;
  readonly #given: Input;
  readonly #sessions = new Map<string, Session>();
  readonly #source = new libwebrtc.nonstandard.RTCVideoSource();
  #quality: Quality;
  #timer: NodeJS.Timeout | undefined;

  constructor(scene: Scene, input: Input) {
    this.#scene = scene;
    this.#given = input;
    this.#quality = { ...input.most };
  }

  /** Answers an offer, with all candidates included. */
  async answer({
    sessionId,
    ticket,
    sdp,
  }: {
    sessionId: string;
    ticket: string;
    sdp: string;
  }): Promise<string> {
    const peer = new libwebrtc.RTCPeerConnection({ iceServers: [] });
    // In a stream: some players of WHEP play nothing else.
    peer.addTrack(this.#source.createTrack(), new libwebrtc.MediaStream());
    this.#sessions.set(sessionId, { ticket, peer, bytes: 0, atMs: 0 });
    try {
      await peer.setRemoteDescription({ type: 'offer', sdp });
      await peer.setLocalDescription(await peer.createAnswer());
      await gathered(peer);
    } catch (error) {
      this.close(sessionId);
      throw error;
    }
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed') this.close(sessionId);
    });
    this.#paint();
    return peer.localDescription?.sdp ?? '';
  }

  async add(sessionId: string, fragment: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    const lines = fragment.split(/\r?\n/).filter((line) => line.startsWith('a=candidate:'));
    for (const line of lines)
      await session?.peer.addIceCandidate({ candidate: line.slice(2), sdpMid: '0', sdpMLineIndex: 0 });
  }

  /** Accepts as much of a quality as possible. */
  setSize(request: Quality): Quality {
    const { most } = this.#given;
    const share = Math.min(1, most.width / request.width, most.height / request.height);
    const size = { width: even(request.width * share), height: even(request.height * share) };
    this.#quality = { ...request, ...size, fps: Math.min(request.fps, most.fps) };
    this.#paint();
    return this.#quality;
  }

  close(sessionId: string): void {
    this.#sessions.get(sessionId)?.peer.close();
    this.#sessions.delete(sessionId);
    if (this.#sessions.size === 0) clearInterval(this.#timer);
  }

  closeAll(): void {
    for (const id of this.#sessions.keys()) this.close(id);
  }

  /** Returns what is sent to each viewer. */
  async facts(): Promise<(Arrival & { ticket: string })[]> {
    return Promise.all([...this.#sessions.values()].map((session) => this.#factsOf(session)));
  }

  async #factsOf(session: Session): Promise<Arrival & { ticket: string }> {
    const { peer, ticket } = session;
    const stats = [...(await peer.getStats()).values()];
    const out = stats.find(({ type }) => type === 'outbound-rtp') ?? {};
    const remote = stats.find(({ type }) => type === 'remote-inbound-rtp') ?? {};
    const [bytes, atMs] = [numberOf(out['bytesSent']), this.#given.nowMs()];
    const bitrateKbps =
      session.atMs === 0 ? 0 : ((bytes - session.bytes) * 8) / Math.max(1, atMs - session.atMs);
    session.bytes = bytes;
    session.atMs = atMs;
    return {
      ticket,
      isConnected: peer.connectionState === 'connected',
      width: numberOf(out['frameWidth']),
      height: numberOf(out['frameHeight']),
      fps: numberOf(out['framesPerSecond']),
      bitrateKbps: Math.max(0, bitrateKbps),
      lostShare: Math.min(1, Math.max(0, numberOf(remote['fractionLost']))),
      roundTripMs: 'roundTripTime' in remote ? numberOf(remote['roundTripTime']) * 1_000 : null,
    };
  }

  #paint(): void {
    clearInterval(this.#timer);
    if (this.#sessions.size === 0) return;
    const { width, height, fps } = this.#quality;
    const paint = (): void => this.#source.onFrame(this.#scene.paint(width, height, this.#given.nowMs()));
    this.#timer = setInterval(paint, 1_000 / fps).unref();
  }
}

function gathered(peer: Peer): Promise<void> {
  if (peer.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState === 'complete') resolve();
    });
  });
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function even(value: number): number {
  return Math.max(16, Math.round(value / 2) * 2);
}
