import type { Arrival } from '../../../shared/contract/commands/views.ts';
import { libwebrtc, type Peer } from './libwebrtc.ts';
import type { Scene } from './scene.ts';

export type Size = { readonly width: number; readonly height: number };
type Quality = Size & { readonly fps: number; readonly bitrateKbps?: number };

type Session = {
  readonly ticket: string;
  readonly peer: Peer;
  readonly offer: string;
  /** A peer that is closed answers nothing that was asked of it before. */
  readonly ended: PromiseWithResolvers<void>;
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

  /** Answers an offer, with all candidates included; null if it cannot be read, or ends before it is answered. */
  async answer({
    sessionId,
    ticket,
    sdp,
  }: {
    sessionId: string;
    ticket: string;
    sdp: string;
  }): Promise<string | null> {
    const peer = new libwebrtc.RTCPeerConnection({ iceServers: [] });
    // In a stream: some players of WHEP play nothing else.
    peer.addTrack(this.#source.createTrack(), new libwebrtc.MediaStream());
    const session: Session = {
      ticket,
      peer,
      offer: sdp,
      ended: Promise.withResolvers<void>(),
      counted: { bytes: 0, sent: 0, lost: 0, atMs: 0 },
    };
    this.#sessions.set(sessionId, session);
    const agreed = this.#agree(peer, sdp).then(() => gathered(peer));
    const answer = await untilEnded(
      session,
      agreed.then(() => peer.localDescription?.sdp),
    );
    if (answer === undefined || !this.#sessions.has(sessionId)) {
      this.close(sessionId);
      return null;
    }
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed') this.close(sessionId);
      // Applies the quality that was agreed during the connection setup.
      if (peer.connectionState === 'connected') void this.#limit();
    });
    this.#paint();
    return answer;
  }

  /** Adds a viewer's late candidates. One that cannot be read, or comes as the view ends, is left out. */
  async add(sessionId: string, fragment: string): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    const lines = fragment.split(/\r?\n/).filter((line) => line.startsWith('a=candidate:'));
    const adding = lines.map((line) =>
      session.peer.addIceCandidate({ candidate: line.slice(2), sdpMid: '0', sdpMLineIndex: 0 }),
    );
    await untilEnded(session, Promise.allSettled(adding));
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
    const session = this.#sessions.get(sessionId);
    session?.peer.close();
    session?.ended.resolve();
    this.#sessions.delete(sessionId);
    if (this.#sessions.size === 0) clearInterval(this.#timer);
  }

  closeAll(): void {
    for (const id of this.#sessions.keys()) this.close(id);
  }

  /** Returns what is sent to each viewer. */
  async facts(): Promise<(Arrival & { ticket: string })[]> {
    const all = await Promise.all([...this.#sessions.values()].map((session) => this.#factsOf(session)));
    return all.filter((facts) => facts !== null);
  }

  /** Caps what is sent to viewers that are connected; a peer that is closed meanwhile needs no cap. */
  async #limit(): Promise<void> {
    for (const session of this.#sessions.values())
      if (session.peer.connectionState === 'connected')
        await untilEnded(session, this.#agree(session.peer, session.offer));
  }

  /** Answers an offer as if it requested at most the current bit rate, which limits the encoder. */
  async #agree(peer: Peer, offer: string): Promise<void> {
    await peer.setRemoteDescription({ type: 'offer', sdp: capped(offer, this.#quality.bitrateKbps) });
    await peer.setLocalDescription(await peer.createAnswer());
  }

  /** Returns null if the session ends meanwhile. */
  async #factsOf(session: Session): Promise<(Arrival & { ticket: string }) | null> {
    const { peer, ticket } = session;
    const read = await untilEnded(session, peer.getStats());
    if (read === undefined) return null;
    const stats = [...read.values()];
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

/** Returns what a session's peer answers; undefined if it refuses, or the session ends first. */
function untilEnded<Answer>({ ended }: Session, asked: Promise<Answer>): Promise<Answer | undefined> {
  return Promise.race([asked, ended.promise.then(() => undefined)]).catch(() => undefined);
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
