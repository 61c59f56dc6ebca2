import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CODE_LIFE_MS } from './life.ts';
import { tableOf } from '../../kernel/store/rows.ts';

const codeSchema = z.object({
  code: z.int(),
  deviceKey: z.int(),
  expiresAtMs: z.int(),
  usedBy: z.string().nullable(),
  issuedBy: z.string().nullable(),
});

/**
 * A numeric code. `usedBy` is the headset that typed it, stored until the code would have expired; `issuedBy` the person
 * who issued it, by name.
 */
export type Code = z.infer<typeof codeSchema>;

export type CodeStore = ReturnType<typeof openCodeStore>;

/** The only code that reads and writes `enrolment_code`. Writes run inside the caller's transaction. */
export function openCodeStore(db: Database) {
  const table = tableOf(db, 'enrolment_code', codeSchema);
  const live = table.all<[nowMs: number, untilMs: number, androidId: string, limit: number]>(
    `expires_at_ms > ? AND expires_at_ms <= ? AND (used_by IS NULL OR used_by = ?)
     ORDER BY expires_at_ms DESC LIMIT ?`,
  );
  const put = db.prepare(
    'INSERT OR REPLACE INTO enrolment_code (code, device_key, expires_at_ms, issued_by) VALUES (?, ?, ?, ?)',
  );
  const deleteExpired = db.prepare(
    'DELETE FROM enrolment_code WHERE expires_at_ms <= ? OR expires_at_ms > ?',
  );
  const deleteOfEnterprise = db
    .prepare(
      `DELETE FROM enrolment_code
       WHERE used_by IS NULL AND device_key IN (SELECT key FROM device WHERE enterprise_id = ?)
       RETURNING device_key`,
    )
    .pluck();
  const keys = z.array(z.int());
  let notifyIssued = (_code: number): void => undefined;

  return {
    ofDevice: table.one<[deviceKey: number]>('device_key = ?'),
    find: table.one<[code: number]>('code = ?'),
    /** Returns the newest live codes, of all organisations, that are unused or were used by this headset. */
    liveFor: (androidId: string, nowMs: number, limit: number): Code[] =>
      live(nowMs, nowMs + CODE_LIFE_MS, androidId, limit),
    put({ code, deviceKey, expiresAtMs, issuedBy }: Omit<Code, 'usedBy'>): void {
      put.run(code, deviceKey, expiresAtMs, issuedBy);
      notifyIssued(code);
    },
    /** Calls back with each new code, before it is committed. For one listener. */
    onIssued: (listener: (code: number) => void): void => void (notifyIssued = listener),
    markUsed: table.set<[code: number, androidId: string]>('used_by', 'code'),
    dropOfDevice: table.remove<[deviceKey: number]>('device_key = ?'),
    dropExpired: (nowMs: number): void => void deleteExpired.run(nowMs, nowMs + CODE_LIFE_MS),
    /** Invalidates every live code of an organisation. Returns the keys of their devices. */
    dropOfEnterprise: (enterpriseId: string): number[] => keys.parse(deleteOfEnterprise.all(enterpriseId)),
  };
}
