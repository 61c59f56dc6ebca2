import type { z } from 'zod';

import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import type { Trust } from '../../kernel/outgoing/connector.ts';
import { GuardedClient } from '../../kernel/outgoing/guarded-client.ts';

/** `unreachable`: no usable answer. */
export type PeerAnswer<Reply> =
  | { readonly kind: 'ok'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unreachable' };

export type PeerRequest = {
  readonly url: string;
  readonly trust: Trust;
  readonly token?: string;
  readonly body?: unknown;
};

const TOTAL_MS = 5_000;
const MAX_BYTES = 64 * 1_024;

/** Calls an endpoint of another station on the local network. */
export async function askPeer<Reply extends z.ZodType>(
  { method, path, reply }: Endpoint<z.ZodType, z.ZodType, z.ZodType, Reply>,
  { url, trust, token, body }: PeerRequest,
): Promise<PeerAnswer<z.output<Reply>>> {
  const client = new GuardedClient({ policy: 'anyHost', connections: 1, trust });
  try {
    const answer = await client.fetch({
      url: new URL(url + path),
      method: method === 'GET' ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      totalMs: TOTAL_MS,
      maxBytes: MAX_BYTES,
      redirects: 'none',
      isWanted: (mediaType) => mediaType === 'application/json',
    });
    if (answer.status !== 200) return { kind: 'refused', status: answer.status };
    const parsed = reply.safeParse(JSON.parse(answer.body.toString('utf8')));
    return parsed.success ? { kind: 'ok', reply: parsed.data } : { kind: 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  } finally {
    await client.close();
  }
}
