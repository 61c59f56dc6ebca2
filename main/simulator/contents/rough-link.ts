import type { Transfer } from '../../agent/contents/fetcher.ts';
import type { Clock } from '../../agent/clock.ts';
import type { Random } from '../../agent/random.ts';

/** Faults of the connection over which contents arrive. */
export const LINK_FAULTS = ['slow', 'lossy', 'corrupting'] as const;
export type LinkFault = 'none' | (typeof LINK_FAULTS)[number];

/** Rate of a slow link: half a megabyte per second. */
const SLOW_BYTES_PER_SEC = 500_000;
/** Maximum number of bytes after which a lossy link breaks. */
const LOSSY_BYTES = 8_000_000;

/** The connection broke. */
class LinkBroke extends Error {
  override readonly name = 'LinkBroke';
}

/**
 * Returns what the answers of a fetcher pass through. A piece that is downloaded alone arrives intact: the link is
 * rough, not dead.
 */
export function throughLink(
  fault: LinkFault,
  of: { clock: Clock; random: Random },
): (expectedBytes: number, isRepair: boolean) => Transfer {
  return (expectedBytes, isRepair) =>
    createTransfer(fault === 'corrupting' && isRepair ? 'none' : fault, expectedBytes, of);
}

/**
 * Returns a new filter for the bytes of an answer. `expectedBytes`: its expected length. A lossy link breaks within it
 * at random, a corrupting one flips one bit of most answers.
 */
function createTransfer(
  fault: LinkFault,
  expectedBytes: number,
  of: { clock: Clock; random: Random },
): Transfer {
  const { clock, random } = of;
  let passed = 0;
  if (fault === 'slow') {
    return async (chunk, signal) => {
      await clock.wait(Math.ceil((chunk.length * 1_000) / SLOW_BYTES_PER_SEC), signal);
      return chunk;
    };
  }
  if (fault === 'lossy') {
    const breaksAt = Math.max(1, Math.floor(Math.min(LOSSY_BYTES, expectedBytes * 1.5) * random.next()));
    return (chunk) => {
      if (passed >= breaksAt) return Promise.reject(new LinkBroke('Offline'));
      // Bytes before the break arrive.
      const arrived = chunk.subarray(0, breaksAt - passed);
      passed += arrived.length;
      return Promise.resolve(arrived);
    };
  }
  if (fault === 'none') return (chunk) => Promise.resolve(chunk);
  const flippedAt = Math.floor(expectedBytes * 1.5 * random.next());
  return (chunk) => {
    const at = flippedAt - passed;
    passed += chunk.length;
    return Promise.resolve(at >= 0 && at < chunk.length ? withFlip(chunk, at) : chunk);
  };
}

function withFlip(chunk: Buffer, at: number): Buffer {
  const flipped = Buffer.from(chunk);
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  return flipped;
}
