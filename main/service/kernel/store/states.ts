import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { z } from 'zod';

import type { LargeChange } from './large-change.ts';

/** So many characters of texts are kept in memory: the settings of a fleet of which no two are alike would be more. */
const REMEMBERED_CHARACTERS = 16 * 1024 * 1024;

/** No settings at all: it is not kept, and has no hash. */
const NOTHING = '{}';

const KEEP = 'INSERT INTO kept_state (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING';

/** How others write this table as parts of large changes, which take the SQL with its values. */
export const STATE_SQL = {
  /** hash, key of the change that needs it, text */
  forChange: `INSERT INTO kept_state (hash, last_change, text) VALUES (?, ?, ?)
    ON CONFLICT (hash) DO UPDATE SET last_change = excluded.last_change`,
  /** hash, until when (ms), text */
  until: `INSERT INTO kept_state (hash, kept_until_ms, text) VALUES (?, ?, ?)
    ON CONFLICT (hash) DO UPDATE SET kept_until_ms = max(kept_until_ms, excluded.kept_until_ms)`,
  /** until when (ms), hash */
  extend: 'UPDATE kept_state SET kept_until_ms = max(kept_until_ms, ?) WHERE hash = ?',
} as const;

/** What a text is known by. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export type States = ReturnType<typeof openStates>;

/**
 * Texts that many records share, kept once each and found by their hash (table `kept_state`). What a hash stands for never
 * changes, so texts that were read stay in memory: equal ones are then one and the same string, which compares at once.
 */
export function openStates(db: Database) {
  const select = db.prepare('SELECT text FROM kept_state WHERE hash = ?').pluck();
  const keep = db.prepare(KEEP);
  const forget = db.prepare(
    `DELETE FROM kept_state WHERE key IN (SELECT key FROM kept_state WHERE kept_until_ms <= ?
     AND last_change < coalesce((SELECT min(key) FROM change), 9007199254740991)
     AND NOT EXISTS (SELECT 1 FROM device WHERE settings_hash = kept_state.hash) LIMIT ?)`,
  );
  const texts = new Remembered();
  const hashes = new Remembered();
  const keptIn = new WeakMap<LargeChange, Set<string>>();

  const hashed = (text: string): string => {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = hashOf(text);
    hashes.put(text, hash, text.length);
    return hash;
  };

  return {
    hashOf: hashed,
    /** The text of this hash; `{}` for none. */
    textOf(hash: string | null): string {
      if (hash === null) return NOTHING;
      const known = texts.get(hash);
      if (known !== undefined) return known;
      const text = z.string().parse(select.get(hash));
      texts.put(hash, text, text.length);
      return text;
    },
    /** Keeps a text inside the caller's transaction; answers the hash to name it by. */
    keep(text: string): string | null {
      if (text === NOTHING) return null;
      const hash = hashed(text);
      keep.run(hash, text);
      return hash;
    },
    /** The same as a part of a large change, which writes it once. */
    keepIn(change: LargeChange, text: string): string | null {
      if (text === NOTHING) return null;
      const hash = hashed(text);
      const kept = keptIn.get(change) ?? new Set();
      if (kept.has(hash)) return hash;
      keptIn.set(change, kept.add(hash));
      change.write(KEEP, hash, text);
      return hash;
    },
    /** Removes texts that no device, no change and no plan needs any more; answers how many. */
    forget: (nowMs: number, atMost: number): number => forget.run(nowMs, atMost).changes,
  };
}

/** Remembers what was used last, up to a size: the older half goes at once, which costs nothing while all of it fits. */
class Remembered {
  #older = new Map<string, string>();
  #newer = new Map<string, string>();
  #characters = 0;

  get(key: string): string | undefined {
    const newer = this.#newer.get(key);
    if (newer !== undefined) return newer;
    const older = this.#older.get(key);
    if (older !== undefined) this.put(key, older, key.length + older.length);
    return older;
  }

  put(key: string, value: string, characters: number): void {
    if (this.#characters > REMEMBERED_CHARACTERS / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#characters = 0;
    }
    this.#newer.set(key, value);
    this.#characters += characters;
  }
}
