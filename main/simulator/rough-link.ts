import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** What is wrong with the connection over which contents come. */
export const LINK_FAULTS = ['slow', 'lossy', 'corrupting'] as const;
export type LinkFault = 'none' | (typeof LINK_FAULTS)[number];

/** How a slow link is: half a megabyte a second. */
const SLOW_BYTES_PER_SEC = 500_000;
/** A lossy one breaks after so much at most. */
const LOSSY_BYTES = 8_000_000;

/** The connection broke. */
class LinkBroke extends Error {
  override readonly name = 'LinkBroke';
}

/** How one answer comes over a link: every chunk as it arrives on the headset. @throws when the link breaks. */
export type Passage = (chunk: Buffer, signal: AbortSignal) => Promise<Buffer>;

/**
 * A new passage for each answer. `expectedBytes`: how long the answer is to be. A lossy link breaks within it at random, a
 * corrupting one flips one bit of most answers.
 */
export function aPassage(
  fault: LinkFault,
  expectedBytes: number,
  of: { clock: Clock; random: Random },
): Passage {
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
      if (passed >= breaksAt) return Promise.reject(new LinkBroke('Out of reach'));
      // What arrived before the break is there.
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
