import Database from 'better-sqlite3';

import { openPresenceStore } from '../../main/service/statistics/roll-ups/presence.ts';

/** Stores heartbeats of every device in these minutes: with the code of heartbeats, but many in one call. */
export function seedPresence(file: string, minutes: readonly number[]): void {
  const db = new Database(file, { fileMustExist: true });
  const presence = openPresenceStore(db);
  const keys = db.prepare('SELECT key FROM device').pluck().all().map(Number);
  db.transaction(() => {
    for (const key of keys) presence.add(key, minutes, () => undefined);
  })();
  db.close();
}
