import { ReadableStream } from '@yume-chan/stream-extra';

/** Bytes for a headset. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A message of the cable module. */
const CHUNK_BYTES = 64 * 1024;

/** Writes bytes to a stream, and closes it. */
export async function writeTo(
  writer: { write(chunk: Uint8Array): Promise<void>; close(): Promise<void> },
  chunks: Chunks,
): Promise<void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES)
      await writer.write(chunk.subarray(at, at + CHUNK_BYTES));
  }
  await writer.close();
}

/** Returns bytes as a stream of the library. */
export function toStream(chunks: AsyncIterator<Uint8Array, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
