import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { isLoopbackAddress } from '../../kernel/http/host-check.ts';

/** Limits on guessing the passcode: those on guessing codes. Source: docs/decisions/0540-limits-on-guessing.md. */
const GUESSING = {
  perAddress: 10,
  addressWindowMs: 60_000,
  perAddressLong: 20,
  inAll: 40,
  allWindowMs: 15 * 60 * 1_000,
} as const;

/**
 * Counts passcodes that were tried, on disk: those of this computer and those of the network apart, so that nobody on the
 * network locks the technician out at his own computer. The only code that reads and writes `wrong_passcode`. Writes run inside the
 * caller's transaction.
 */
export function openPasscodeTries(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_passcode (address, at_ms) VALUES (?, ?)');
  const takeBack = db.prepare('DELETE FROM wrong_passcode WHERE id = ?');
  const forget = db.prepare('DELETE FROM wrong_passcode WHERE at_ms <= ?');
  // The newest try that has to grow old before there is room for another.
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
    /** How long this address has to wait before it may try, in ms; 0 = not at all. */
    waitMs(address: string, nowMs: number): number {
      // Nothing counts for longer than its window, though the clock was set back.
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
    /** Counts a try before it is looked at; answers what takes it back when it was right. */
    begin(address: string, nowMs: number): () => void {
      forget.run(nowMs - GUESSING.allWindowMs);
      const { lastInsertRowid } = insert.run(address, nowMs);
      return () => void takeBack.run(lastInsertRowid);
    },
  };
}
