import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { isLoopbackAddress } from '../../kernel/http/host-check.ts';

/** Limits on guessing passcodes: those on guessing codes. Source: docs/decisions/0540-limits-on-guessing.md. */
const GUESSING = {
  perAddress: 10,
  addressWindowMs: 60_000,
  perAddressLong: 20,
  inAll: 40,
  allWindowMs: 15 * 60 * 1_000,
} as const;

/**
 * Counts passcode attempts, on disk: those on this computer and those from the network separately, so that an attacker
 * on the network cannot lock the technician out. The only code that reads and writes `wrong_passcode`. Writes run
 * inside the caller's transaction.
 */
export function openPasscodeTries(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_passcode (address, at_ms) VALUES (?, ?)');
  const deleteAttempt = db.prepare('DELETE FROM wrong_passcode WHERE id = ?');
  const deleteOld = db.prepare('DELETE FROM wrong_passcode WHERE at_ms <= ?');
  // The newest attempt that has to expire before another is allowed.
  const ofAddress = db
    .prepare('SELECT at_ms FROM wrong_passcode WHERE address = ? ORDER BY at_ms DESC LIMIT 1 OFFSET ?')
    .pluck();
  const ofAll = db
    .prepare(
      `SELECT at_ms FROM wrong_passcode
       WHERE (address = '::1' OR address LIKE '127.%' OR address LIKE '::ffff:127.%') = ?
       ORDER BY at_ms DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const newest = db.prepare('SELECT max(at_ms) FROM wrong_passcode').pluck();
  const move = db.prepare('UPDATE wrong_passcode SET at_ms = at_ms - ?');
  const time = z.int().nullish();

  return {
    /** Returns how long this address has to wait before the next attempt, in ms; 0 = not at all. */
    waitMs(address: string, nowMs: number): number {
      // No attempt counts longer than its window, even if the clock was set back.
      const aheadMs = (time.parse(newest.get()) ?? nowMs) - nowMs;
      if (aheadMs > 0) move.run(aheadMs);
      const own = time.parse(ofAddress.get(address, GUESSING.perAddress - 1));
      const ownLong = time.parse(ofAddress.get(address, GUESSING.perAddressLong - 1));
      const isOwnComputer = isLoopbackAddress(address) ? 1 : 0;
      const all = time.parse(ofAll.get(isOwnComputer, GUESSING.inAll - 1));
      return Math.max(
        0,
        (own ?? -Infinity) + GUESSING.addressWindowMs - nowMs,
        (ownLong ?? -Infinity) + GUESSING.allWindowMs - nowMs,
        (all ?? -Infinity) + GUESSING.allWindowMs - nowMs,
      );
    },
    /** Counts an attempt before it is checked. Returns a function that undoes it if it was right. */
    begin(address: string, nowMs: number): () => void {
      deleteOld.run(nowMs - GUESSING.allWindowMs);
      const { lastInsertRowid } = insert.run(address, nowMs);
      return () => void deleteAttempt.run(lastInsertRowid);
    },
  };
}
