import type { z } from 'zod';

import { continueUpload } from '../../../shared/contract/content/library-uploads.ts';
import { address } from '../../service/api.ts';
import { sendBytes, type Sent } from '../../service/send-bytes.ts';

export type Sending = {
  readonly uploadId: string;
  readonly file: Blob;
  /** Where the station wants the next byte. */
  readonly offset: number;
  readonly signal: AbortSignal;
  /** How much of the whole has left this window, in bytes. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Sends the rest of a file from `offset`; what arrived before it was cut is kept. */
export function sendRest(sending: Sending): Promise<Sent<z.infer<typeof continueUpload.reply>>> {
  const { uploadId, file, offset, signal, onProgress } = sending;
  return sendBytes({
    endpoint: continueUpload,
    path: address(continueUpload.path, { uploadId }, { offset }),
    bytes: file.slice(offset),
    signal,
    onProgress: (sentBytes) => onProgress(offset + sentBytes),
  });
}
