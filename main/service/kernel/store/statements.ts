import type { Database, Statement } from 'better-sqlite3';

/**
 * Lets `db` prepare each statement when it is first used. The station has hundreds, and its start runs a dozen. Answers
 * the same connection; a statement that SQLite does not understand is refused at its first use.
 */
export function prepareWhenUsed(db: Database): Database {
  const prepare = db.prepare.bind(db) as (source: string) => Statement;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has what the station uses of a statement
  db.prepare = ((source: string) =>
    new WaitingStatement(() => prepare(source))) as unknown as Database['prepare'];
  return db;
}

/** A statement that is prepared at its first use. */
class WaitingStatement {
  readonly #prepare: () => Statement;
  /** How its rows are wanted, said before anything was asked. */
  readonly #shapes: ((statement: Statement) => void)[] = [];
  #statement: Statement | undefined;

  constructor(prepare: () => Statement) {
    this.#prepare = prepare;
  }

  run(...values: unknown[]): unknown {
    return this.#prepared.run(...values);
  }

  get(...values: unknown[]): unknown {
    return this.#prepared.get(...values);
  }

  all(...values: unknown[]): unknown[] {
    return this.#prepared.all(...values);
  }

  iterate(...values: unknown[]): IterableIterator<unknown> {
    return this.#prepared.iterate(...values);
  }

  pluck(isOn = true): this {
    return this.#shape((statement) => statement.pluck(isOn));
  }

  raw(isOn = true): this {
    return this.#shape((statement) => statement.raw(isOn));
  }

  #shape(shape: (statement: Statement) => void): this {
    if (this.#statement === undefined) this.#shapes.push(shape);
    else shape(this.#statement);
    return this;
  }

  get #prepared(): Statement {
    if (this.#statement === undefined) {
      this.#statement = this.#prepare();
      for (const shape of this.#shapes) shape(this.#statement);
    }
    return this.#statement;
  }
}
