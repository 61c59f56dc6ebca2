import { scrypt } from 'node:crypto';

import { MAX_CANDIDATES } from '../../../../shared/contract/enrolment/pairing.ts';
import { saltOf, STRETCHING } from '../../../../shared/domain/enrolment/pairing.ts';
import type { PasswordElement } from '../../../../shared/domain/enrolment/spake2.ts';

/** Number of stretched codes in the cache: those of the largest cart twice over. */
const MAX_CACHED = 256;
/** Codes stretched at a time: each takes 16 MiB and a thread that others need too. */
const CONCURRENCY = 2;

/**
 * Codes as SPAKE2 elements. Stretching one takes a thread for about 50 ms, so it is done once per code, as soon as the
 * code is created and before anyone has typed it. In memory only.
 */
export class PasswordElements {
  readonly #fingerprint: () => string;
  readonly #known = new Map<number, Promise<PasswordElement>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `fingerprint` returns that of the station's own key. */
  constructor(fingerprint: () => string) {
    this.#fingerprint = fingerprint;
  }

  /** Returns the elements of these codes, in the same order. */
  of(codes: readonly number[]): Promise<PasswordElement[]> {
    return Promise.all(codes.map((code) => this.#of(code)));
  }

  /** Starts to stretch a code, unless enough are queued already. */
  prepare(code: number): void {
    if (this.#waiting.length >= MAX_CANDIDATES) return;
    // The next use retries.
    this.#of(code).catch(() => undefined);
  }

  #of(code: number): Promise<PasswordElement> {
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_CACHED && oldest !== undefined) this.#known.delete(oldest);
    const made = this.#make(code);
    made.catch(() => this.#known.delete(code));
    this.#known.set(code, made);
    return made;
  }

  async #make(code: number): Promise<PasswordElement> {
    const { passwordElement } = await import('../../../../shared/domain/enrolment/spake2.ts');
    if (this.#running >= CONCURRENCY) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return passwordElement(await stretch(String(code), saltOf(this.#fingerprint())));
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function stretch(code: string, salt: string): Promise<Buffer> {
  const { bytes, ...cost } = STRETCHING;
  return new Promise((resolve, reject) => {
    scrypt(code, salt, bytes, cost, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
