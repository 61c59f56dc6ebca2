import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { EnrolmentStatus } from '../../../../shared/contract/devices/fleet.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { RUN_LIFE_MS } from '../../../../shared/domain/enrolment/pairing.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';

/** Limits on guessing codes. Source: docs/decisions/0540-limits-on-guessing.md. */
const GUESSING = {
  perAddress: 10,
  addressWindowMs: 60_000,
  /** Half of the limit that closes enrolment: one host alone must not close it for all. */
  perAddressLong: 20,
  inAll: 40,
  allWindowMs: 15 * 60 * 1_000,
} as const;

/** When to ask again whether pairings in progress have ended, in ms; most take far less. */
export const RUNS_WAIT_MS = 2_000;

export type CodeGuard = ReturnType<typeof openCodeGuard>;

/**
 * Counts wrong codes on disk, so that a restart resets nothing. Ten from one address within a minute: that address
 * waits a minute. Twenty from one within 15 minutes: that address waits until they are 15 minutes old. Forty of an
 * organisation within 15 minutes: its enrolment by code closes until a technician requests codes. A pairing counts as a
 * wrong code from its start until it succeeds; only one that failed or timed out closes enrolment. The only code that
 * reads and writes `wrong_code_from`, `wrong_code_at` and `enrolment_closed`.
 */
export function openCodeGuard(db: Database) {
  const addresses = openAddressCounts(db);
  const organisations = openOrganisationCounts(db);
  const { isOpen, close, open } = openClosings(db);
  const closeFull = (enterpriseIds: readonly EnterpriseId[], nowMs: number): EnterpriseId[] =>
    enterpriseIds.filter((id) => {
      if (!isOpen(id) || organisations.count(id, nowMs) < GUESSING.inAll) return false;
      close(id, nowMs);
      return true;
    });

  return {
    isOpen,
    /** Moves the counts back with a clock that was set back; call it before any other check of a code. */
    followClock(nowMs: number): void {
      addresses.followClock(nowMs);
      organisations.followClock(nowMs);
    },
    /**
     * Returns how long this address has to wait before the next attempt, in ms; 0 = not at all. Short if only its
     * pairings in progress could exceed the limit.
     */
    waitMs(address: string, nowMs: number): number {
      const waitMs = addresses.waitMs(address, nowMs);
      if (waitMs > 0) return waitMs;
      return addresses.hasCapacityWithRuns(address, nowMs) ? 0 : RUNS_WAIT_MS;
    },
    /** Records a wrong code for these organisations. Returns those whose enrolment by code it closes. */
    noteWrong(enterpriseIds: readonly EnterpriseId[], address: string, nowMs: number): EnterpriseId[] {
      addresses.add(address, nowMs);
      organisations.deleteOld(nowMs);
      for (const id of enterpriseIds) organisations.add(id, nowMs);
      return closeFull(enterpriseIds, nowMs);
    },
    /** Closes enrolment where unfinished pairings have used up the limit. Returns the organisations. */
    closeFull,
    /** Returns true while pairings in progress could use up the limit of one of these organisations. */
    isBusy: (enterpriseIds: readonly EnterpriseId[], nowMs: number): boolean =>
      enterpriseIds.some((id) => organisations.countWithRuns(id, nowMs) >= GUESSING.inAll),
    /** Counts a new pairing as a wrong code for these organisations. */
    beginRun(runId: string, enterpriseIds: readonly EnterpriseId[], address: string, nowMs: number): void {
      addresses.add(address, nowMs, runId);
      organisations.deleteOld(nowMs);
      for (const id of enterpriseIds) organisations.add(id, nowMs, runId);
    },
    /** Undoes the count of a pairing that succeeded. */
    succeed(runId: string): void {
      addresses.removeRun(runId);
      organisations.removeRun(runId);
    },
    /** Makes the count final. Returns the organisations whose enrolment by code it closes. */
    fail(runId: string, enterpriseIds: readonly EnterpriseId[], nowMs: number): EnterpriseId[] {
      addresses.makeFinal(runId);
      organisations.makeFinal(runId);
      return closeFull(enterpriseIds, nowMs);
    },
    /** Reopens enrolment by code because a technician requested codes. Returns whether it was closed. */
    reopen(enterpriseId: string): boolean {
      if (isOpen(enterpriseId)) return false;
      open(enterpriseId);
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

/** Organisations whose enrolment by code is closed. */
function openClosings(db: Database) {
  const select = db.prepare('SELECT at_ms FROM enrolment_closed WHERE enterprise_id = ?').pluck();
  const close = db.prepare('INSERT OR IGNORE INTO enrolment_closed (enterprise_id, at_ms) VALUES (?, ?)');
  const open = db.prepare('DELETE FROM enrolment_closed WHERE enterprise_id = ?');
  return {
    isOpen: (enterpriseId: string): boolean => select.get(enterpriseId) === undefined,
    close: (enterpriseId: string, nowMs: number): void => void close.run(enterpriseId, nowMs),
    open: (enterpriseId: string): void => void open.run(enterpriseId),
  };
}

function openAddressCounts(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_code_from (address, at_ms, run_id) VALUES (?, ?, ?)');
  const newest = db
    .prepare(
      `SELECT at_ms FROM wrong_code_from WHERE address = ? AND (run_id IS NULL OR at_ms <= ?)
       ORDER BY at_ms DESC LIMIT ?`,
    )
    .pluck();
  const countWithRuns = db
    .prepare('SELECT count(*) FROM wrong_code_from WHERE address = ? AND at_ms > ?')
    .pluck();
  const deleteOld = db.prepare('DELETE FROM wrong_code_from WHERE at_ms <= ?');
  const schema = z.array(z.int());
  const count = (address: string, sinceMs: number): number =>
    z.int().parse(countWithRuns.get(address, sinceMs));

  return {
    ...openRuns(db, 'wrong_code_from'),
    followClock: followClock(db, 'wrong_code_from'),
    add(address: string, nowMs: number, runId: string | null = null): void {
      deleteOld.run(nowMs - GUESSING.allWindowMs);
      insert.run(address, nowMs, runId);
    },
    hasCapacityWithRuns: (address: string, nowMs: number): boolean =>
      count(address, nowMs - GUESSING.addressWindowMs) < GUESSING.perAddress &&
      count(address, nowMs - GUESSING.allWindowMs) < GUESSING.perAddressLong,
    /** Without pairings in progress. */
    waitMs(address: string, nowMs: number): number {
      const times = schema.parse(newest.all(address, nowMs - RUN_LIFE_MS, GUESSING.perAddressLong));
      const last = times[0];
      const tenth = times[GUESSING.perAddress - 1];
      const twentieth = times[GUESSING.perAddressLong - 1];
      const isFast = last !== undefined && tenth !== undefined && last - tenth <= GUESSING.addressWindowMs;
      return Math.max(
        0,
        isFast ? last + GUESSING.addressWindowMs - nowMs : 0,
        twentieth === undefined ? 0 : twentieth + GUESSING.allWindowMs - nowMs,
      );
    },
  };
}

function openOrganisationCounts(db: Database) {
  const insert = db.prepare('INSERT INTO wrong_code_at (enterprise_id, at_ms, run_id) VALUES (?, ?, ?)');
  const countWithRuns = db
    .prepare('SELECT count(*) FROM wrong_code_at WHERE enterprise_id = ? AND at_ms > ?')
    .pluck();
  const count = db
    .prepare(
      `SELECT count(*) FROM wrong_code_at
       WHERE enterprise_id = ? AND at_ms > ? AND (run_id IS NULL OR at_ms <= ?)`,
    )
    .pluck();
  const lastAt = db.prepare('SELECT max(at_ms) FROM wrong_code_at WHERE enterprise_id = ?').pluck();
  const deleteOld = db.prepare('DELETE FROM wrong_code_at WHERE at_ms <= ?');
  const clear = db.prepare('DELETE FROM wrong_code_at WHERE enterprise_id = ?');
  const number = z.int();
  const numberOrNull = z.int().nullable();

  return {
    ...openRuns(db, 'wrong_code_at'),
    followClock: followClock(db, 'wrong_code_at'),
    add: (enterpriseId: string, nowMs: number, runId: string | null = null): void =>
      void insert.run(enterpriseId, nowMs, runId),
    deleteOld: (nowMs: number): void => void deleteOld.run(nowMs - GUESSING.allWindowMs),
    clear: (enterpriseId: string): void => void clear.run(enterpriseId),
    /** Without pairings in progress. */
    count: (enterpriseId: string, nowMs: number): number =>
      number.parse(count.get(enterpriseId, nowMs - GUESSING.allWindowMs, nowMs - RUN_LIFE_MS)),
    countWithRuns: (enterpriseId: string, nowMs: number): number =>
      number.parse(countWithRuns.get(enterpriseId, nowMs - GUESSING.allWindowMs)),
    lastAt: (enterpriseId: string): number | null => numberOrNull.parse(lastAt.get(enterpriseId)),
  };
}

/** Pairings in one of the tables, by their id. */
function openRuns(db: Database, table: 'wrong_code_from' | 'wrong_code_at') {
  const removeRun = db.prepare(`DELETE FROM ${table} WHERE run_id = ?`);
  const detach = db.prepare(`UPDATE ${table} SET run_id = NULL WHERE run_id = ?`);
  return {
    removeRun: (runId: string): void => void removeRun.run(runId),
    makeFinal: (runId: string): void => void detach.run(runId),
  };
}

/**
 * Shifts all times of a table back if the newest is in the future, so that it is at `nowMs`: the distances stay, and
 * nothing counts longer than its window.
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
