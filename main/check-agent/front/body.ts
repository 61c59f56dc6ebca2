import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';

import { parseJson } from '../../../shared/domain/kernel/parse-json.ts';
import type { Fault } from './exchange.ts';

type Sent = Readonly<{ headers: Record<string, string | string[]>; fault: Fault | undefined }>;

/** Passes on the body of an answer with its fault. Returns its JSON as it was sent; undefined for anything else. */
export async function sendBody(
  answer: IncomingMessage,
  response: ServerResponse,
  { headers, fault }: Sent,
): Promise<unknown> {
  const status = answer.statusCode ?? 502;
  if (headers['content-type']?.includes('application/json') !== true) {
    response.writeHead(status, headers);
    await sendBytes(answer, response, fault);
    return undefined;
  }
  const text = await readText(answer);
  const reply = parseJson(text);
  const edited = fault?.kind === 'edit' && status < 300 ? fault.edit(reply) : reply;
  const bytes = Buffer.from(edited === reply ? text : JSON.stringify(edited));
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.end(bytes);
  return edited;
}

async function sendBytes(
  answer: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  let position = 0;
  for await (const each of answer) {
    const chunk: unknown = each;
    if (!Buffer.isBuffer(chunk)) continue;
    const bytes = fault?.kind === 'damage' ? damaged(chunk, fault.at - position) : chunk;
    const isLast = fault?.kind === 'cut' && position + bytes.length >= fault.afterBytes;
    if (isLast) {
      // Closed in the usual way, so that every byte that was sent arrives.
      const { socket } = response;
      response.write(bytes.subarray(0, fault.afterBytes - position), () => socket?.end());
      return;
    }
    position += bytes.length;
    if (!response.write(bytes)) await drained(response);
    if (response.destroyed) return;
  }
  response.end();
}

function damaged(chunk: Buffer, at: number): Buffer {
  if (at < 0 || at >= chunk.length) return chunk;
  const bytes = Buffer.from(chunk);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
}

/** Resolves when more can be written, or when the connection was closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
