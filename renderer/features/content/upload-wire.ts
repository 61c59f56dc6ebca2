import type { z } from 'zod';

import { contract } from '../../../shared/contract/index.ts';
import { errorBodySchema, type ErrorCode } from '../../../shared/contract/errors.ts';
import { address, type Refusal } from '../../service/api.ts';
import { connection } from '../../service/session.ts';

type Continued = z.infer<typeof contract.continueUpload.reply>;

/** How sending ended: taken, cut on the way (what arrived is kept), or refused. */
export type Sent = { readonly reply: Continued } | Refusal | 'cut';

export type Sending = {
  readonly uploadId: string;
  readonly file: Blob;
  /** Where the station wants the next byte. */
  readonly offset: number;
  readonly signal: AbortSignal;
  /** How much of the whole has left this window, in bytes. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Sends the rest of a file from `offset`. The browser reads it from the disk as it goes: it is never in memory. */
export function sendRest({ uploadId, file, offset, signal, onProgress }: Sending): Promise<Sent> {
  const { method, path } = contract.continueUpload;
  const key = connection();
  return new Promise((resolve) => {
    // Not fetch: it does not say how much has left.
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const end = (sent: Sent): void => {
      signal.removeEventListener('abort', abort);
      resolve(sent);
    };
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(offset + loaded));
    request.addEventListener('load', () => end(read(request.status, request.responseText)));
    for (const name of ['error', 'abort', 'timeout']) request.addEventListener(name, () => end('cut'));
    request.open(method, (key?.url ?? '') + address(path, { uploadId }, { offset }));
    if (key !== null) request.setRequestHeader('authorization', `Bearer ${key.token}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    signal.addEventListener('abort', abort);
    if (signal.aborted) return end('cut');
    request.send(file.slice(offset));
  });
}

function read(status: number, text: string): Sent {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    const reply = contract.continueUpload.reply.safeParse(body);
    return reply.success ? { reply: reply.data } : 'cut';
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
    // Cut in the middle of an answer: the same as no answer.
    return null;
  }
}
