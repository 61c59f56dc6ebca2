import { encode } from 'jpeg-js';

import { keepBoard, setViewPermission } from '../../shared/contract/commands/views.ts';
import type { TestStation } from './a-station.ts';
import type { TestHeadset } from './linked-headset.ts';

/** A JPEG of this size, of one shade. */
export function aJpeg(width = 160, height = 90, shade = 128): Buffer {
  const data = Buffer.alloc(width * height * 4, shade);
  return encode({ data, width, height }, 60).data;
}

/** An offer as a browser makes it, with these lines of candidates. */
export function anOffer(candidates: readonly string[] = [], more: readonly string[] = []): string {
  const lines = [
    'v=0',
    'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    ...more,
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 203.0.113.9',
    'a=rtcp:9 IN IP4 203.0.113.9',
    ...candidates,
    'a=ice-ufrag:ETEn',
    'a=ice-pwd:OtSK0WpNtpUjkY4+86js7Z/l',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => '7A').join(':')}`,
    'a=setup:actpass',
    'a=mid:0',
    'a=recvonly',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** A candidate line of SDP. */
export function aCandidate(
  address: string,
  { port = 50_000, transport = 'udp', type = 'host' } = {},
): string {
  return `a=candidate:1 1 ${transport} 2113937151 ${address} ${port} typ ${type}`;
}

/** Allows views of headsets without a cart, or of one cart. */
export async function allowViews(
  station: TestStation,
  {
    cartId = null,
    viewersMay = false,
    isAllowed = true,
  }: { cartId?: string | null; viewersMay?: boolean; isAllowed?: boolean } = {},
): Promise<void> {
  await station.call(setViewPermission, { body: { cartId, isAllowed, viewersMay } });
}

/** Watches a board with these headsets. */
export function lookAt(
  station: TestStation,
  boardId: string,
  headsets: readonly TestHeadset[],
  token = station.token,
) {
  return station.call(keepBoard, {
    params: { boardId },
    body: { devicesId: headsets.map(({ id }) => id) },
    token,
  });
}

/** Sends bytes with a media type. */
export async function sendMedia(
  station: TestStation,
  method: string,
  path: string,
  { type, content, token = station.token }: { type: string; content: Uint8Array | string; token?: string },
): Promise<Response> {
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  return fetch(station.url + path, { method, headers, body: content as BodyInit });
}
