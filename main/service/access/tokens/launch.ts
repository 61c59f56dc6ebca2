import { randomBytes } from 'node:crypto';

/** How many unused launch tokens are valid at a time: asking again and again must not pile them up. */
const MOST = 20;

/** One-time tokens with which a browser that the technician opened gets its session. They live in memory only. */
export class LaunchTokens {
  readonly #unused = new Set<string>();

  /** A new token for one use. */
  issue(): string {
    const token = randomBytes(24).toString('base64url');
    this.#unused.add(token);
    const oldest = this.#unused.values().next().value;
    if (this.#unused.size > MOST && oldest !== undefined) this.#unused.delete(oldest);
    return token;
  }

  /** True once for each issued token. */
  redeem(token: string): boolean {
    return this.#unused.delete(token);
  }
}
