import type { AfterCommit } from './after-commit.ts';

/** A value as SQLite takes it. */
export type SqlValue = string | number | null;

/** Statements that one transaction runs, in order. Long texts stand in `texts` once and are named by their place in it. */
export type Script = {
  readonly statements: readonly string[];
  readonly texts: readonly string[];
  /** Number of the statement, then its values; of a long text its place. */
  readonly runs: readonly (readonly [number, ...(SqlValue | { readonly text: number })[]])[];
};

/** Shorter texts are cheaper to copy than to look up. */
const LONG_TEXT = 256;

/**
 * A change of many records at once. It is planned slice by slice while requests are served, and written by the store's
 * thread in one transaction: all of it, or nothing. While it is planned nobody else writes, so what it reads stays true;
 * readers see the state before until the commit.
 */
export class LargeChange {
  readonly #statements = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  readonly #runs: Script['runs'][number][] = [];
  readonly #effects: (() => void)[] = [];

  /** Adds a statement to the transaction. */
  write(sql: string, ...values: readonly SqlValue[]): void {
    this.#runs.push([placeOf(this.#statements, sql), ...values.map((value) => this.#intern(value))]);
  }

  /** Registers what happens once the transaction is on disk. */
  readonly afterCommit: AfterCommit = (effect) => {
    this.#effects.push(effect);
  };

  /** What is to be written. */
  get script(): Script {
    return {
      statements: [...this.#statements.keys()],
      texts: [...this.#texts.keys()],
      runs: this.#runs,
    };
  }

  get effects(): readonly (() => void)[] {
    return this.#effects;
  }

  #intern(value: SqlValue): SqlValue | { readonly text: number } {
    return typeof value === 'string' && value.length >= LONG_TEXT
      ? { text: placeOf(this.#texts, value) }
      : value;
  }
}

function placeOf(places: Map<string, number>, key: string): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, places.size);
  return places.size - 1;
}

/** The values of one run, with the long texts in their places. */
export function valuesOf(
  { texts }: Pick<Script, 'texts'>,
  [, ...values]: Script['runs'][number],
): SqlValue[] {
  return values.map((value) =>
    typeof value === 'object' && value !== null ? (texts[value.text] ?? null) : value,
  );
}
