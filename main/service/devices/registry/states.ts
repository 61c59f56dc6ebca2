import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { z } from 'zod';

import type { LargeChange } from '../../kernel/store/large-change.ts';

/** Maximum number of characters cached: a fleet with all different settings would exceed memory. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/** No settings at all: not stored, and without a hash. */
const EMPTY_OBJECT = '{}';

const INSERT_STATE = 'INSERT INTO stored_state (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING';

/** SQL with which others write this table as parts of large changes. */
export const STATE_SQL = {
  /** hash, key of the change that needs it, text */
  forChange: `INSERT INTO stored_state (hash, last_change, text) VALUES (?, ?, ?)
    ON CONFLICT (hash) DO UPDATE SET last_change = excluded.last_change`,
  /** hash, until when (ms), text */
  until: `INSERT INTO stored_state (hash, retained_until_ms, text) VALUES (?, ?, ?)
    ON CONFLICT (hash) DO UPDATE SET retained_until_ms = max(retained_until_ms, excluded.retained_until_ms)`,
  /** until when (ms), hash */
  extend: 'UPDATE stored_state SET retained_until_ms = max(retained_until_ms, ?) WHERE hash = ?',
} as const;

export type States = ReturnType<typeof openStates>;

/**
 * Texts that many records share, stored once each and found by their hash (table `stored_state`). The text of a hash
 * never changes, so texts stay cached: equal ones are the same string object, which compares quickly.
 */
export function openStates(db: Database) {
  const select = db.prepare('SELECT text FROM stored_state WHERE hash = ?').pluck();
  const insert = db.prepare(INSERT_STATE);
  const deleteUnused = db.prepare(
    `DELETE FROM stored_state WHERE key IN (SELECT key FROM stored_state WHERE retained_until_ms <= ?
     AND last_change < coalesce((SELECT min(key) FROM change), 9007199254740991)
     AND NOT EXISTS (SELECT 1 FROM device WHERE settings_hash = stored_state.hash) LIMIT ?)`,
  );
  const texts = new TextCache();
  const hashes = new TextCache();
  const storedIn = new WeakMap<LargeChange, Set<string>>();

  const hashed = (text: string): string => {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = hashOf(text);
    hashes.put(text, hash, text.length);
    return hash;
  };

  return {
    hashOf: hashed,
    /** Returns the text of this hash; `{}` for none. */
    textOf(hash: string | null): string {
      if (hash === null) return EMPTY_OBJECT;
      const known = texts.get(hash);
      if (known !== undefined) return known;
      const text = z.string().parse(select.get(hash));
      texts.put(hash, text, text.length);
      return text;
    },
    /** Stores a text inside the caller's transaction. Returns its hash. */
    store(text: string): string | null {
      if (text === EMPTY_OBJECT) return null;
      const hash = hashed(text);
      insert.run(hash, text);
      return hash;
    },
    /** Stores a text as part of a large change, which writes it once. */
    storeIn(change: LargeChange, text: string): string | null {
      if (text === EMPTY_OBJECT) return null;
      const hash = hashed(text);
      const stored = storedIn.get(change) ?? new Set();
      if (stored.has(hash)) return hash;
      storedIn.set(change, stored.add(hash));
      change.write(INSERT_STATE, hash, text);
      return hash;
    },
    /** Deletes texts that no device, change or plan needs any more. Returns their number. */
    deleteUnused: (nowMs: number, atMost: number): number => deleteUnused.run(nowMs, atMost).changes,
  };
}

/**
 * A cache of recently used texts, limited in size: when it is full, the older half is evicted in one step, so there is
 * no cost while everything fits.
 */
class TextCache {
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
    if (this.#characters > MAX_CACHED_CHARACTERS / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#characters = 0;
    }
    this.#newer.set(key, value);
    this.#characters += characters;
  }
}

/** Returns the hash by which a shared text is found. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
