import type { z } from 'zod';

import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { errorBodySchema, type ErrorCode } from '../../shared/contract/errors.ts';
import type { Refusal } from './api.ts';
import { connection } from './session.ts';

/** How sending ended: accepted, interrupted, or refused. */
export type Sent<Reply> = { readonly reply: Reply } | Refusal | 'cut';

export type Sending<Reply extends z.ZodType> = {
  readonly endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, Reply>;
  /** Path with its parameters filled in. */
  readonly path: string;
  readonly bytes: Blob;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes sent. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Sends bytes to an operation that accepts them. The browser streams them from disk: they are never in memory. */
export function sendBytes<Reply extends z.ZodType>(sending: Sending<Reply>): Promise<Sent<z.output<Reply>>> {
  const { endpoint, path, bytes, signal, onProgress } = sending;
  const key = connection();
  return new Promise((resolve) => {
    // Not fetch, which reports no upload progress.
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const end = (sent: Sent<z.output<Reply>>): void => {
      signal?.removeEventListener('abort', abort);
      resolve(sent);
    };
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => end(read(endpoint.reply, request.status, request.responseText)));
    for (const name of ['error', 'abort', 'timeout']) request.addEventListener(name, () => end('cut'));
    request.open(endpoint.method, (key?.url ?? '') + path);
    if (key !== null) request.setRequestHeader('authorization', `Bearer ${key.token}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) return end('cut');
    request.send(bytes);
  });
}

function read<Reply extends z.ZodType>(reply: Reply, status: number, text: string): Sent<z.output<Reply>> {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    const read = reply.safeParse(body);
    return read.success ? { reply: read.data } : 'cut';
  }
  const error = errorBodySchema.safeParse(body);
  if (!error.success) return 'cut';
  const { code, message } = error.data;
  return { refused: code satisfies ErrorCode, message };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Interrupted within the answer: counts as no answer.
    return null;
  }
}
