import wrtc from '@roamhq/wrtc';

import type { Frame } from './scene.ts';

type Description = { readonly type: 'offer' | 'answer'; readonly sdp: string };

/** A connection to one viewer. */
export type Peer = {
  readonly connectionState: string;
  readonly iceGatheringState: string;
  readonly localDescription: Description | null;
  addTrack(track: object, stream: object): object;
  addIceCandidate(candidate: {
    readonly candidate: string;
    readonly sdpMid: string;
    readonly sdpMLineIndex: number;
  }): Promise<void>;
  addEventListener(name: 'connectionstatechange' | 'icegatheringstatechange', callback: () => void): void;
  createAnswer(): Promise<Description>;
  setLocalDescription(description: Description): Promise<void>;
  setRemoteDescription(description: Description): Promise<void>;
  getStats(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  close(): void;
};

/** Painted pictures as a video track. */
type Source = { createTrack(): object; onFrame(frame: Frame): void };

type Libwebrtc = {
  readonly MediaStream: new () => object;
  readonly RTCPeerConnection: new (input: { readonly iceServers: readonly [] }) => Peer;
  readonly nonstandard: { readonly RTCVideoSource: new () => Source };
};

/** The parts of libwebrtc in use: its own types depend on those of browsers. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const libwebrtc = wrtc as unknown as Libwebrtc;
