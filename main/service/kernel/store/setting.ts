import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** A choice made for this station that outlasts a restart. A new one needs no migration: `key` names its row. */
export type Setting<Value> = {
  /** Unique over all modules, for example `network.listener`. Never changed once a release has it. */
  readonly key: string;
  /** A value of an older release must still fit: give a new field a default. */
  readonly schema: z.ZodType<Value>;
  /** The default value. */
  readonly initial: Value;
};

/** A setting that is open: read from memory, written to the store. */
export type OpenSetting<Value> = {
  readonly get: () => Value;
  /** Runs inside the caller's transaction. Call the function it returns after the commit. */
  readonly put: (value: Value) => () => void;
};

const json = z.string().transform((text): unknown => JSON.parse(text));

/** The only code that reads and writes `station_setting`. Throws if the stored value does not fit its schema. */
export function openSetting<Value>(
  db: Database,
  { key, schema, initial }: Setting<Value>,
): OpenSetting<Value> {
  const stored: unknown = db.prepare('SELECT value FROM station_setting WHERE key = ?').pluck().get(key);
  const write = db.prepare('INSERT OR REPLACE INTO station_setting (key, value) VALUES (?, ?)');
  let known = stored === undefined ? initial : schema.parse(json.parse(stored));
  return {
    get: () => known,
    put(value) {
      write.run(key, JSON.stringify(value));
      return () => (known = value);
    },
  };
}
