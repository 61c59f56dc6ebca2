import type { IncomingMessage } from 'node:http';

/** How long the rest of a refused body is read, and how much of it. */
type DrainLimits = {
  readonly drainMs: number;
  readonly maxBytes: number;
  /** How long a client that still sends has to read the reply once that much was read. */
  readonly lastMs: number;
};

/** More than the largest body of a program that sends slightly too much, at the speed of slow Wi-Fi. */
const DRAIN: DrainLimits = { drainMs: 30_000, maxBytes: 64 * 1_024 * 1_024, lastMs: 5_000 };

const drained = new WeakSet<IncomingMessage>();

/**
 * Reads and drops the rest of a body that nobody wants, for a while, then closes: the connection, or over HTTP/2 the
 * stream. Closing at once would reset the connection of a client that is still sending, and it would lose the reply.
 */
export function drainBody(raw: IncomingMessage, { drainMs, maxBytes, lastMs } = DRAIN): void {
  if (raw.complete || raw.destroyed || drained.has(raw)) return;
  drained.add(raw);
  const closeIn = (ms: number): NodeJS.Timeout => setTimeout(() => raw.socket.destroy(), ms).unref();
  let timer = closeIn(drainMs);
  let left = maxBytes;
  const stopTimer = (): void => clearTimeout(timer);
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0 || raw.isPaused()) return;
    raw.pause();
    stopTimer();
    timer = closeIn(lastMs);
  });
  raw.once('end', stopTimer).once('close', stopTimer);
  raw.on('error', () => {
    // The reply was sent; the rest is not needed.
  });
}
