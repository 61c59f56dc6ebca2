import type { OutgoingHttpHeaders } from 'node:http';
import { type Agent, request } from 'node:https';

import type { ServiceOptions } from '../../main/service/index.ts';
import { aStation, type TestStation } from './a-station.ts';
import { aFreePort } from './free-port.ts';

/** An interface that does not exist: the listener answers on loopback, and nothing is advertised. */
export const NOWHERE = 'none';

/** A station on the local network, which is this computer alone; `url` is its address for headsets. */
export async function aLanStation(
  input: Partial<ServiceOptions> = {},
): Promise<{ station: TestStation; url: string; port: number }> {
  const port = await aFreePort();
  const station = await aStation({ lan: { port, interfaceName: NOWHERE }, ...input });
  return { station, url: `https://127.0.0.1:${port}`, port };
}

/** Options of `askOverLan`. */
export type LanRequest = {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  /** Own source address, e.g. 127.0.0.2. */
  readonly localAddress?: string;
  /** Keeps connections for many requests; without it each has its own connection and handshake. */
  readonly agent?: Agent;
};

/**
 * Sends one request over HTTPS, without verifying the certificate; returns status, headers and the JSON of the body.
 */
export function callOverLan(
  port: number,
  { method = 'GET', path, token, body, agent, localAddress = '127.0.0.1' }: LanRequest,
): Promise<{ status: number; headers: OutgoingHttpHeaders; body: Record<string, unknown> }> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const where = { host: '127.0.0.1', localAddress, port, path, method, headers, rejectUnauthorized: false };
    const requested = request({ ...where, agent: agent ?? false }, (answer) => {
      const done = (got: string): void => {
        const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
        const parsed: unknown = isJson ? JSON.parse(got) : { text: got };
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: parsed as Record<string, unknown>,
        });
      };
      // A stream does not end: its headers are all that is needed.
      if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
        answer.destroy();
        return done('');
      }
      let got = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (got += chunk));
      answer.on('end', () => done(got));
    });
    requested.on('error', reject);
    requested.end(text);
  });
}
