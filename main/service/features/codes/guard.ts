import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { EnrolmentStatus } from '../../../../shared/contract/fleet.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { toInstantOrNull } from '../../clock.ts';

/** Limits on guessing codes. Source: design.md section 4, "Enrolment". */
const GUESSING = {
  perAddress: 10,
  addressWindowMs: 60_000,
  inAll: 40,
  allWindowMs: 15 * 60 * 1_000,
} as const;

export type CodeGuard = ReturnType<typeof openCodeGuard>;

/**
 * Counts wrong codes on disk, so that a restart forgives nothing. Ten from one address within a minute: that address
 * waits a minute. Forty of an organisation within 15 minutes: its enrolment by code closes until somebody asks for codes.
 * The only code that reads and writes `wrong_code_from`, `wrong_code_at` and `enrolment_closed`.
 */
export function openCodeGuard(db: Database) {
  const addresses = openAddressCounts(db);
  const organisations = openOrganisationCounts(db);
  const selectClosed = db.prepare('SELECT at_ms FROM enrolment_closed WHERE enterprise_id = ?').pluck();
  const close = db.prepare('INSERT OR IGNORE INTO enrolment_closed (enterprise_id, at_ms) VALUES (?, ?)');
  const open = db.prepare('DELETE FROM enrolment_closed WHERE enterprise_id = ?');

  const isOpen = (enterpriseId: string): boolean => selectClosed.get(enterpriseId) === undefined;

  return {
    isOpen,
    /** Moves what was counted back with a clock that was set back; call it before anything else is asked of a code. */
    followClock(nowMs: number): void {
      addresses.followClock(nowMs);
      organisations.followClock(nowMs);
    },
    /** How long this address has to wait before it may try again, in ms; 0 = not at all. */
    waitMs: (address: string, nowMs: number): number => addresses.waitMs(address, nowMs),
    /** Notes a wrong code that could have hit any of these organisations; answers those whose enrolment by code it closes. */
    noteWrong(enterpriseIds: readonly EnterpriseId[], address: string, nowMs: number): EnterpriseId[] {
      addresses.add(address, nowMs);
      organisations.forget(nowMs);
      return enterpriseIds.filter((id) => {
        organisations.add(id, nowMs);
        if (!isOpen(id) || organisations.count(id, nowMs) < GUESSING.inAll) return false;
        close.run(id, nowMs);
        return true;
      });
    },
    /** Opens enrolment by code again because a technician asked for codes; answers whether it was closed. */
    reopen(enterpriseId: string): boolean {
      if (isOpen(enterpriseId)) return false;
      open.run(enterpriseId);
      organisations.clear(enterpriseId);
      return true;
    },
    status(enterpriseId: string, nowMs: number): EnrolmentStatus {
      return {
        isOpen: isOpen(enterpriseId),
        wrongCodes: organisations.count(enterpriseId, nowMs),
        lastWrongAt: toInstantOrNull(organisations.lastAt(enterpriseId)),
      };
    },
  };
}

function openAddressCounts(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_code_from (address, at_ms) VALUES (?, ?)');
  const newest = db
    .prepare('SELECT at_ms FROM wrong_code_from WHERE address = ? ORDER BY at_ms DESC LIMIT ?')
    .pluck();
  const forget = db.prepare('DELETE FROM wrong_code_from WHERE at_ms <= ?');
  const schema = z.array(z.int());

  return {
    followClock: followClock(db, 'wrong_code_from'),
    add(address: string, nowMs: number): void {
      forget.run(nowMs - 2 * GUESSING.addressWindowMs);
      insert.run(address, nowMs);
    },
    waitMs(address: string, nowMs: number): number {
      const times = schema.parse(newest.all(address, GUESSING.perAddress));
      const last = times[0];
      const first = times[GUESSING.perAddress - 1];
      if (last === undefined || first === undefined || last - first > GUESSING.addressWindowMs) return 0;
      return Math.max(0, last + GUESSING.addressWindowMs - nowMs);
    },
  };
}

function openOrganisationCounts(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_code_at (enterprise_id, at_ms) VALUES (?, ?)');
  const count = db
    .prepare('SELECT count(*) FROM wrong_code_at WHERE enterprise_id = ? AND at_ms > ?')
    .pluck();
  const lastAt = db.prepare('SELECT max(at_ms) FROM wrong_code_at WHERE enterprise_id = ?').pluck();
  const forget = db.prepare('DELETE FROM wrong_code_at WHERE at_ms <= ?');
  const clear = db.prepare('DELETE FROM wrong_code_at WHERE enterprise_id = ?');
  const number = z.int();
  const numberOrNull = z.int().nullable();

  return {
    followClock: followClock(db, 'wrong_code_at'),
    add: (enterpriseId: string, nowMs: number): void => void insert.run(enterpriseId, nowMs),
    forget: (nowMs: number): void => void forget.run(nowMs - GUESSING.allWindowMs),
    clear: (enterpriseId: string): void => void clear.run(enterpriseId),
    count: (enterpriseId: string, nowMs: number): number =>
      number.parse(count.get(enterpriseId, nowMs - GUESSING.allWindowMs)),
    lastAt: (enterpriseId: string): number | null => numberOrNull.parse(lastAt.get(enterpriseId)),
  };
}

/**
 * Moves all times of a table back together when the newest lies in the future, so that it lies at `nowMs`: what lies
 * between them stays, and nothing counts for longer than its window.
 */
function followClock(db: Database, table: 'wrong_code_from' | 'wrong_code_at'): (nowMs: number) => void {
  const newest = db.prepare(`SELECT max(at_ms) FROM ${table}`).pluck();
  const move = db.prepare(`UPDATE ${table} SET at_ms = at_ms - ?`);
  const schema = z.int().nullable();
  return (nowMs) => {
    const aheadMs = (schema.parse(newest.get()) ?? nowMs) - nowMs;
    if (aheadMs > 0) move.run(aheadMs);
  };
}
