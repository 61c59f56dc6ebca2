import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { EnrolmentStatus } from '../../../../shared/contract/fleet.ts';
import { toInstantOrNull } from '../../clock.ts';

/** Limits on guessing codes. Source: design.md section 4, "Enrolment". */
export const GUESSING = {
  perAddress: 10,
  addressWindowMs: 60_000,
  inAll: 40,
  allWindowMs: 15 * 60 * 1_000,
} as const;

export type CodeGuard = ReturnType<typeof openCodeGuard>;

/**
 * Counts wrong codes on disk, so that a restart forgives nothing. Ten from one address within a minute: that address
 * waits a minute. Forty of an organisation within 15 minutes: its enrolment by code closes until somebody asks for codes.
 * The only code that reads and writes `wrong_code` and `enrolment_closed`.
 */
export function openCodeGuard(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_code (enterprise_id, address, at_ms) VALUES (?, ?, ?)');
  const newestOfAddress = db
    .prepare('SELECT at_ms FROM wrong_code WHERE address = ? ORDER BY at_ms DESC LIMIT ?')
    .pluck();
  const countAll = db
    .prepare('SELECT count(*) FROM wrong_code WHERE enterprise_id = ? AND at_ms > ?')
    .pluck();
  const lastAt = db.prepare('SELECT max(at_ms) FROM wrong_code WHERE enterprise_id = ?').pluck();
  const forget = db.prepare('DELETE FROM wrong_code WHERE at_ms <= ?');
  const forgetOf = db.prepare('DELETE FROM wrong_code WHERE enterprise_id = ?');
  const selectClosed = db.prepare('SELECT at_ms FROM enrolment_closed WHERE enterprise_id = ?').pluck();
  const close = db.prepare('INSERT OR IGNORE INTO enrolment_closed (enterprise_id, at_ms) VALUES (?, ?)');
  const open = db.prepare('DELETE FROM enrolment_closed WHERE enterprise_id = ?');

  const isOpen = (enterpriseId: string): boolean => selectClosed.get(enterpriseId) === undefined;
  const wrongCodes = (enterpriseId: string, nowMs: number): number =>
    z.int().parse(countAll.get(enterpriseId, nowMs - GUESSING.allWindowMs));

  return {
    isOpen,
    /** How long this address has to wait before it may try again, in ms; 0 = not at all. */
    waitMs(address: string, nowMs: number): number {
      const times = z.array(z.int()).parse(newestOfAddress.all(address, GUESSING.perAddress));
      const newest = times[0];
      const oldest = times[GUESSING.perAddress - 1];
      if (newest === undefined || oldest === undefined || newest - oldest > GUESSING.addressWindowMs)
        return 0;
      return Math.max(0, newest + GUESSING.addressWindowMs - nowMs);
    },
    /** Notes a wrong code; answers true when it was the one that closes enrolment by code. */
    noteWrong(enterpriseId: string, address: string, nowMs: number): boolean {
      forget.run(nowMs - GUESSING.allWindowMs);
      insert.run(enterpriseId, address, nowMs);
      if (!isOpen(enterpriseId) || wrongCodes(enterpriseId, nowMs) < GUESSING.inAll) return false;
      close.run(enterpriseId, nowMs);
      return true;
    },
    /** Opens enrolment by code again because a technician asked for codes; answers whether it was closed. */
    reopen(enterpriseId: string): boolean {
      if (isOpen(enterpriseId)) return false;
      open.run(enterpriseId);
      forgetOf.run(enterpriseId);
      return true;
    },
    status(enterpriseId: string, nowMs: number): EnrolmentStatus {
      const last = z.int().nullable().parse(lastAt.get(enterpriseId));
      return {
        isOpen: isOpen(enterpriseId),
        wrongCodes: wrongCodes(enterpriseId, nowMs),
        lastWrongAt: toInstantOrNull(last),
      };
    },
  };
}
