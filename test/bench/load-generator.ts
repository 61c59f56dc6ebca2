/**
 * A process that sends heartbeats as fast as they are answered, over raw sockets, one request at a time on each, with
 * as little overhead as possible. Its parent sends an order, it answers with a report; once for every round.
 */
import { connect, type Socket } from 'node:net';

import { aHeartbeatBody, EVENT_ID_DIGITS, FREE_SPACE_DIGITS, TIMESTAMP_DIGITS } from './heartbeat-body.ts';

/** Where to send: to all targets in turn, over this number of connections. */
export type LoadOrder = Readonly<{
  port: number;
  targets: readonly Readonly<{ deviceId: string; androidId: string; token: string }>[];
  connections: number;
  /** Total number of requests. */
  requests: number;
}>;

/** Result of an order. */
export type LoadReport = Readonly<{ seconds: number; answered: number; failed: number }>;

let lastEventId = 0;

/** A prepared request whose changing digits are overwritten in place. */
class Template {
  readonly bytes: Buffer;
  readonly #idEnds: readonly number[];
  readonly #timestampEnds: readonly number[];
  readonly #spaceEnds: readonly number[];
  #timestampMs = Date.now();

  constructor({ deviceId, androidId, token }: LoadOrder['targets'][number]) {
    const body = aHeartbeatBody(androidId);
    const head = [
      `PUT /devices/${deviceId} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    this.bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
    this.#idEnds = endsOf(this.bytes, `"event-${EVENT_ID_DIGITS}`);
    this.#timestampEnds = endsOf(this.bytes, `"timestamp":${TIMESTAMP_DIGITS}`);
    this.#spaceEnds = endsOf(this.bytes, `"freeSpace":${FREE_SPACE_DIGITS}`);
  }

  /** Returns the request with new events, a millisecond apart. Overwritten by the next call. */
  next(): Buffer {
    for (const end of this.#idEnds) {
      lastEventId += 1;
      writeDigits(this.bytes, end, lastEventId);
    }
    for (const end of this.#timestampEnds) {
      this.#timestampMs += 1;
      writeDigits(this.bytes, end, this.#timestampMs);
    }
    for (const end of this.#spaceEnds) writeDigits(this.bytes, end, lastEventId);
    return this.bytes;
  }
}

/** Returns where each occurrence of `text` ends. */
function endsOf(bytes: Buffer, text: string): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) ends.push(at + text.length);
  return ends;
}

/** Writes an integer with its last digit before `end`. */
function writeDigits(bytes: Buffer, end: number, value: number): void {
  let rest = value;
  for (let at = end - 1; rest > 0; at -= 1) {
    bytes[at] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** Calls `answered` with the status of every complete answer. */
function readAnswers(socket: Socket, answered: (status: number) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const headEnd = pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = pending.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (pending.length < headEnd + 4 + length) return;
    pending = Buffer.alloc(0);
    answered(Number(head.slice(9, 12)));
  });
}

/** Prepared once for the same targets: ten thousand of them take a while. */
let prepared: { key: string; templates: Template[] } | undefined;

function templatesOf(targets: LoadOrder['targets']): Template[] {
  const key = `${targets.length} ${targets[0]?.deviceId ?? ''}`;
  prepared = prepared?.key === key ? prepared : { key, templates: targets.map((each) => new Template(each)) };
  return prepared.templates;
}

function run({ port, targets, connections, requests }: LoadOrder): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    let [begun, answered, failed] = [0, 0, 0];
    const startedAtMs = performance.now();
    const templates = templatesOf(targets);
    for (let number = 0; number < connections; number += 1) {
      const socket = connect(port, '127.0.0.1');
      const send = () => {
        if (begun === requests) return;
        const template = templates[begun % templates.length];
        begun += 1;
        // With fewer targets than connections a template may still be in use, so it is copied.
        if (template !== undefined) socket.write(Buffer.from(template.next()));
      };
      socket.setNoDelay(true);
      socket.on('connect', send);
      socket.on('error', reject);
      readAnswers(socket, (status) => {
        answered += 1;
        if (status !== 200) failed += 1;
        if (answered === requests)
          resolve({ seconds: (performance.now() - startedAtMs) / 1_000, answered, failed });
        if (begun === requests) socket.end();
        else send();
      });
    }
  });
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      throw error;
    },
  );
});
