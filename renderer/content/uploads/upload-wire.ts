import type { z } from 'zod';

import { continueUpload } from '../../../shared/contract/content/library-uploads.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { sendBytes, type Sent } from '../../service/send-bytes.ts';

export type Sending = {
  readonly uploadId: string;
  readonly file: Blob;
  /** Offset of the next byte. */
  readonly offset: number;
  readonly signal: AbortSignal;
  /** Called with the total number of bytes sent. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Sends the rest of a file from `offset`; bytes before an interruption are kept. */
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
