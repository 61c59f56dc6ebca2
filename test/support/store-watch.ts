import Database from 'better-sqlite3';
import { join } from 'node:path';

/** Detects from outside whether the station wrote anything to its store. */
export class StoreWatch implements Disposable {
  readonly #db: Database.Database;

  constructor(folder: string) {
    this.#db = new Database(join(folder, 'muster.db'), { readonly: true });
  }

  /** A number that changes with every commit that wrote something. Source: sqlite.org/pragma.html, data_version. */
  get version(): unknown {
    return this.#db.pragma('data_version', { simple: true });
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
