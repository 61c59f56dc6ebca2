// One message of the adb protocol, version 2. Source: Android's packages/modules/adb/protocol.txt.

/** The commands of a message. */
export const A = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
} as const;

/** From this version on checksums are ignored. */
export const VERSION = 0x01000001;
/** Maximum payload of one message. */
export const MAX_DATA = 256 * 1024;

export type Message = {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly data: Buffer;
};

const HEAD_BYTES = 24;

export function encode({ command, arg0, arg1, data }: Message): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(command, 0);
  head.writeUInt32LE(arg0 >>> 0, 4);
  head.writeUInt32LE(arg1 >>> 0, 8);
  head.writeUInt32LE(data.length, 12);
  head.writeUInt32LE(
    data.reduce((sum, byte) => (sum + byte) >>> 0, 0),
    16,
  );
  head.writeUInt32LE((command ^ 0xffffffff) >>> 0, 20);
  return Buffer.concat([head, data]);
}

/** Splits a stream of bytes into messages. */
export class Decoder {
  #chunks: Buffer[] = [];
  #length = 0;

  *receive(chunk: Buffer): Generator<Message> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= HEAD_BYTES) {
      const bytes =
        this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
      this.#chunks = [bytes];
      const size = HEAD_BYTES + bytes.readUInt32LE(12);
      if (bytes.length < size) return;
      this.#chunks = [bytes.subarray(size)];
      this.#length -= size;
      const [command, arg0, arg1] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
      yield { command, arg0, arg1, data: bytes.subarray(HEAD_BYTES, size) };
    }
  }
}
