import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers';

/**
 * A link between a station and its central with limited bandwidth (bits a second each way) and delay, which counts the
 * bytes.
 */
export type SlowLine = AsyncDisposable & {
  readonly url: string;
  /** Bytes towards the central, and back. */
  readonly bytes: { up: number; down: number };
  /** False: no request gets through. */
  isOpen: boolean;
};

export type LineOptions = {
  /** Bits a second each way; 0: unlimited. */
  readonly bitsPerSec: number;
  /** Delay in one direction, in ms. */
  readonly delayMs: number;
};

/** Opens a line to the central at `url`. */
export async function slowLine(url: string, { bitsPerSec, delayMs }: LineOptions): Promise<SlowLine> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const bytes = { up: 0, down: 0 };
  const [up, down] = [new Shaper(bitsPerSec, delayMs), new Shaper(bitsPerSec, delayMs)];
  const server = createServer((near) => {
    if (!line.isOpen) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay());
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk: Buffer) => {
      bytes.up += chunk.length;
      up.pass(chunk, near, far);
    });
    far.on('data', (chunk: Buffer) => {
      bytes.down += chunk.length;
      down.pass(chunk, far, near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: SlowLine = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    bytes,
    isOpen: true,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return line;
}

/** One direction: data is passed on when the link has carried everything before it, and its delay is over. */
class Shaper {
  readonly #bitsPerSec: number;
  readonly #delayMs: number;
  #freeAtMs = 0;
  readonly #queue: { readonly chunk: Buffer; readonly from: Socket; readonly to: Socket }[] = [];

  constructor(bitsPerSec: number, delayMs: number) {
    this.#bitsPerSec = bitsPerSec;
    this.#delayMs = delayMs;
  }

  pass(chunk: Buffer, from: Socket, to: Socket): void {
    if (this.#bitsPerSec === 0 && this.#delayMs === 0) return void to.write(chunk);
    const nowMs = performance.now();
    const takesMs = this.#bitsPerSec === 0 ? 0 : (chunk.length * 8_000) / this.#bitsPerSec;
    this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + takesMs;
    const inMs = this.#freeAtMs + this.#delayMs - nowMs;
    // A sender that is too fast is held back, as by a full queue.
    if (this.#freeAtMs - nowMs > 500) from.pause();
    this.#queue.push({ chunk, from, to });
    setTimeout(() => this.#deliver(), inMs);
  }

  /** Passes on the oldest chunk: timers count in whole milliseconds and may end in another order. */
  #deliver(): void {
    const next = this.#queue.shift();
    if (next === undefined) return;
    if (!next.to.destroyed) next.to.write(next.chunk);
    if (next.from.isPaused()) next.from.resume();
  }
}
