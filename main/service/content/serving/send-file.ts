import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Size of a chunk: large enough for a fast network, small enough for thirty headsets. */
const CHUNK_BYTES = 512 * 1024;

/** Spare buffers for the next transfers: those of six at a time. */
const MAX_SPARE = 12;
const spare: Buffer[] = [];

/** A headset that accepts nothing for this long is gone, in ms. */
const STALLED_MS = 60_000;

/** Bytes to send; `end` is inclusive. */
type Part = { readonly start: number; readonly end: number };

/**
 * Sends a part of a file as the body of a response whose headers were sent, and ends it. While one piece is being
 * sent the next is read, into two alternating buffers: memory use is constant, however large the file and slow the
 * reader. `sent` is called for every piece that the system has accepted. Rejects if the connection or the file ends
 * early.
 */
export async function sendFile(
  file: FileHandle,
  { start, end }: Part,
  response: ServerResponse,
  sent: (start: number, end: number) => void,
): Promise<void> {
  const outlet = new Outlet(response);
  const buffers = [spare.pop() ?? newBuffer(), spare.pop() ?? newBuffer()] as const;
  let writing: Promise<void> = Promise.resolve();
  for (let [at, index] = [start, 0]; at <= end; index = 1 - index) {
    const buffer = index === 0 ? buffers[0] : buffers[1];
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - at + 1), at);
    if (bytesRead === 0) throw new Error('The file is shorter than it was');
    await writing;
    const from = at;
    at += bytesRead;
    writing = outlet.write(buffer.subarray(0, bytesRead)).then(() => sent(from, from + bytesRead));
    // It is awaited one turn later.
    writing.catch(() => undefined);
  }
  await writing;
  response.end();
  // Only if everything was sent: an aborted write may still use its buffer.
  if (spare.length + 2 <= MAX_SPARE) spare.push(...buffers);
}

function newBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(CHUNK_BYTES);
}

/** Writes one piece after the other, each when the system has accepted the previous one. */
class Outlet {
  readonly #response: ServerResponse;
  #fail: ((error: Error) => void) | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.setTimeout(STALLED_MS, () => response.destroy());
    response.once('close', () => this.#fail?.(new ConnectionEnded()));
  }

  write(piece: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#response.destroyed) return reject(new ConnectionEnded());
      // The callback of a write is not called if the connection ends.
      this.#fail = reject;
      this.#response.write(piece, (error) => {
        this.#fail = undefined;
        if (error === null || error === undefined) resolve();
        else reject(new ConnectionEnded(error));
      });
    });
  }
}

/**
 * The headset disconnected, or was disconnected, before it had everything: the usual end of a download in a bad
 * network.
 */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded';

  constructor(cause?: Error) {
    super('The connection ended', { cause });
  }
}
