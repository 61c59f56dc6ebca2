import type { Readable } from 'node:stream';

import type { Agent, Dispatcher } from 'undici';

import type { AddressPolicy } from '../../kernel/outgoing/address-policy.ts';
import { guardedConnector } from '../../kernel/outgoing/connector.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';

/** What an attempt to deliver came to: an answer, whatever its status, or none. */
export type Sent =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly bodyExcerpt: string }
  | { readonly error: string };

/** Sends one signed body. Never throws; an abort of `signal` is an error like any other. */
export type Send = (message: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}) => Promise<Sent>;

/** A way out for deliveries; `close` lets its connections go. */
export type Sender = { readonly send: Send; close(): Promise<void> };

/** How much of an answer is read, and how much of that is kept. */
const MAX_READ_BYTES = 64 * 1024;
const EXCERPT_CHARS = 1_024;

/**
 * Sends over connections that are kept for the next delivery. Redirects are not followed, and an address is checked
 * after its name was resolved, so that a name cannot lead where an address may not. `timeoutMs` is for all of it.
 */
export function openSender(policy: AddressPolicy, timeoutMs: number): Sender {
  let agent: Promise<Agent> | undefined;
  return {
    async send({ url, headers, body, signal }) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const dispatcher = await (agent ??= openAgent(policy, timeoutMs));
        const options = {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.any([signal, timeout]),
        } as const;
        return await toSent(await post(dispatcher, url, options));
      } catch (error) {
        return { error: timeout.aborted ? 'TIMEOUT' : codeOf(error) };
      }
    },
    async close() {
      await (await agent)?.destroy();
    },
  };
}

async function openAgent(policy: AddressPolicy, timeoutMs: number): Promise<Agent> {
  // Loaded only here: a station without webhooks does not wait for it at its start.
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnector(undici.buildConnector, { policy, connectMs: timeoutMs }),
  });
}

async function post(
  dispatcher: Agent,
  url: string,
  options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return dispatcher.request({ ...options, origin, path: pathname + search });
}

async function toSent({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Sent> {
  const { 'retry-after': asked } = headers;
  return {
    status: statusCode,
    retryAfter: Array.isArray(asked) ? asked[0] : asked,
    bodyExcerpt: await readExcerpt(body),
  };
}

/** The beginning of a body. One that is longer than what is read costs its connection. */
async function readExcerpt(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the body.
    if (bytes >= MAX_READ_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd');
  return text.slice(0, EXCERPT_CHARS).toWellFormed();
}

/** The network's own name for what went wrong: `ECONNREFUSED`, `ENOTFOUND`, … */
function codeOf(error: unknown): string {
  if (error instanceof OutgoingError) return error.reason === 'address' ? 'ADDRESS_REFUSED' : 'NETWORK_ERROR';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'NETWORK_ERROR';
}
