import type { Arrival } from '../../../shared/contract/commands/views.ts';
import { libwebrtc, type Peer } from './libwebrtc.ts';
import type { Scene } from './scene.ts';

export type Size = { readonly width: number; readonly height: number };
type Quality = Size & { readonly fps: number; readonly bitrateKbps?: number };

type Session = {
  readonly ticket: string;
  readonly peer: Peer;
  readonly offer: string;
  /** What was counted at the last report. */
  counted: { readonly bytes: number; readonly sent: number; readonly lost: number; readonly atMs: number };
};

type Input = {
  readonly nowMs: () => number;
  readonly max: Size & { readonly fps: number };
};

/** The scene as live video, by libwebrtc: one source, with a direct connection per viewer. */
export class LiveSource {
  readonly #scene: Scene;
  readonly #options: Input;
  readonly #sessions = new Map<string, Session>();
  readonly #source = new libwebrtc.nonstandard.RTCVideoSource();
  #quality: Quality;
  #timer: NodeJS.Timeout | undefined;

  constructor(scene: Scene, input: Input) {
    this.#scene = scene;
    this.#options = input;
    this.#quality = { ...input.max };
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
    this.#sessions.set(sessionId, {
      ticket,
      peer,
      offer: sdp,
      counted: { bytes: 0, sent: 0, lost: 0, atMs: 0 },
    });
    try {
      await this.#agree(peer, sdp);
      await gathered(peer);
    } catch (error) {
      this.close(sessionId);
      throw error;
    }
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed') this.close(sessionId);
      // Applies the quality that was agreed during the connection setup.
      if (peer.connectionState === 'connected') void this.#limit();
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

  /** Applies a quality as far as possible, for all viewers. */
  async setSize(request: Quality): Promise<Quality> {
    const { max } = this.#options;
    const share = Math.min(1, max.width / request.width, max.height / request.height);
    const size = { width: even(request.width * share), height: even(request.height * share) };
    this.#quality = { ...request, ...size, fps: Math.min(request.fps, max.fps) };
    this.#paint();
    await this.#limit();
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

  /** Caps what is sent to viewers that are connected; a peer that is closed meanwhile needs no cap. */
  async #limit(): Promise<void> {
    for (const { peer, offer } of this.#sessions.values())
      if (peer.connectionState === 'connected') await this.#agree(peer, offer).catch(() => undefined);
  }

  /** Answers an offer as if it requested at most the current bit rate, which limits the encoder. */
  async #agree(peer: Peer, offer: string): Promise<void> {
    await peer.setRemoteDescription({ type: 'offer', sdp: capped(offer, this.#quality.bitrateKbps) });
    await peer.setLocalDescription(await peer.createAnswer());
  }

  async #factsOf(session: Session): Promise<Arrival & { ticket: string }> {
    const { peer, ticket } = session;
    const stats = [...(await peer.getStats()).values()];
    const out = stats.find(({ type }) => type === 'outbound-rtp') ?? {};
    const remote = stats.find(({ type }) => type === 'remote-inbound-rtp') ?? {};
    const before = session.counted;
    const now = {
      bytes: numberOf(out['bytesSent']),
      sent: numberOf(out['packetsSent']),
      lost: numberOf(remote['packetsLost']),
      atMs: this.#options.nowMs(),
    };
    session.counted = now;
    const bitrateKbps =
      before.atMs === 0 ? 0 : ((now.bytes - before.bytes) * 8) / Math.max(1, now.atMs - before.atMs);
    // Of the whole time since the last report: the viewer's own share is that of one second.
    const lostShare = (now.lost - before.lost) / Math.max(1, now.sent - before.sent);
    return {
      ticket,
      isConnected: peer.connectionState === 'connected',
      width: numberOf(out['frameWidth']),
      height: numberOf(out['frameHeight']),
      fps: numberOf(out['framesPerSecond']),
      bitrateKbps: Math.max(0, bitrateKbps),
      lostShare: Math.min(1, Math.max(0, lostShare)),
      roundTripMs: 'roundTripTime' in remote ? numberOf(remote['roundTripTime']) * 1_000 : null,
    };
  }

  #paint(): void {
    clearInterval(this.#timer);
    if (this.#sessions.size === 0) return;
    const { width, height, fps } = this.#quality;
    const paint = (): void => this.#source.onFrame(this.#scene.paint(width, height, this.#options.nowMs()));
    this.#timer = setInterval(paint, 1_000 / fps).unref();
  }
}

/** Returns the offer with a limit on the bit rate of its media (RFC 8866, section 5.8), in kbit/s. */
function capped(sdp: string, kbps: number | undefined): string {
  if (kbps === undefined) return sdp;
  const lines = sdp.split('\r\n').filter((line) => !line.startsWith('b='));
  return lines
    .flatMap((line) => (line.startsWith('c=') ? [line, `b=AS:${Math.round(kbps)}`] : [line]))
    .join('\r\n');
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
