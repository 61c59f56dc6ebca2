import { randomBytes } from 'node:crypto';

/** Maximum number of unused launch tokens, so that repeated requests do not pile them up. */
const MAX_LIVE = 20;

/** One-time tokens with which a browser opened by the technician gets its session. In memory only. */
export class LaunchTokens {
  readonly #unused = new Set<string>();

  /** Returns a new token for one use. */
  issue(): string {
    const token = randomBytes(24).toString('base64url');
    this.#unused.add(token);
    const oldest = this.#unused.values().next().value;
    if (this.#unused.size > MAX_LIVE && oldest !== undefined) this.#unused.delete(oldest);
    return token;
  }

  /** Returns true once for each issued token. */
  redeem(token: string): boolean {
    return this.#unused.delete(token);
  }
}
