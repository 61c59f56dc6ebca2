import type { AfterCommit } from './after-commit.ts';

/** A value that SQLite accepts. */
export type SqlValue = string | number | null;

/** One statement with its values: the index of the statement, then each value, or the index of a long text. */
type Run = readonly [number, ...(SqlValue | { readonly text: number })[]];

/** A part of a large change: statements and long texts that are new, and the runs. */
export type Part = {
  readonly statements: readonly string[];
  readonly texts: readonly string[];
  readonly runs: readonly Run[];
};

/** Shorter texts are cheaper to copy than to look up. */
const LONG_TEXT = 256;

/** Number of statements sent to the thread at once: it executes them while the next ones are planned. */
const RUNS_IN_PART = 64;

/**
 * A change of many records at once. It is planned slice by slice while requests are served, and written by the store's
 * thread in one transaction: all of it, or nothing. No other writer runs during the planning, so what it reads stays
 * true; readers see the previous state until the commit.
 */
export class LargeChange {
  readonly #send: (part: Part) => void;
  readonly #statements = new Positions();
  readonly #texts = new Positions();
  readonly #effects: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  #runs: Run[] = [];

  constructor(send: (part: Part) => void) {
    this.#send = send;
  }

  /** Adds a statement to the transaction. */
  write(sql: string, ...values: readonly SqlValue[]): void {
    this.#runs.push([this.#statements.of(sql), ...values.map((value) => this.#intern(value))]);
    if (this.#runs.length >= RUNS_IN_PART) this.flush();
  }

  /** Registers an effect to run once the transaction is on disk. */
  readonly afterCommit: AfterCommit = (effect) => {
    this.#effects.push(effect);
  };

  /** Registers the final writes, which need the results of all others. */
  readonly atEnd = (write: () => void): void => {
    this.#last.push(write);
  };

  /** Writes the final writes, and sends the rest. */
  finish(): void {
    for (const write of this.#last) write();
    this.flush();
  }

  /** Sends the pending runs. */
  flush(): void {
    if (this.#runs.length === 0) return;
    this.#send({ statements: this.#statements.taken(), texts: this.#texts.taken(), runs: this.#runs });
    this.#runs = [];
  }

  get effects(): readonly (() => void)[] {
    return this.#effects;
  }

  #intern(value: SqlValue): Run[1] {
    return typeof value === 'string' && value.length >= LONG_TEXT ? { text: this.#texts.of(value) } : value;
  }
}

/** Numbers texts in order of appearance. */
class Positions {
  readonly #positions = new Map<string, number>();
  #fresh: string[] = [];

  of(text: string): number {
    const known = this.#positions.get(text);
    if (known !== undefined) return known;
    this.#positions.set(text, this.#positions.size);
    this.#fresh.push(text);
    return this.#positions.size - 1;
  }

  /** Returns the texts added since the last call. */
  taken(): string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/** Returns the values of one run, with indexes in place of long texts. */
export function valuesOf(texts: readonly string[], [, ...values]: Run): SqlValue[] {
  return values.map((value) =>
    typeof value === 'object' && value !== null ? (texts[value.text] ?? null) : value,
  );
}
