import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { openStore } from '../../../main/service/kernel/data-folder/open-store.ts';
import { openStates } from '../../../main/service/devices/registry/index.ts';
import { closing } from '../../support/closing.ts';
import { aFolder } from '../../support/temp-folder.ts';

const KIOSK = '{"kioskMode":{"isActive":true,"packageName":"com.example.sea"},"volume":7}';

function settingsIn(db: Database): unknown[] {
  const states = openStates(db);
  const hashes = z
    .array(z.string().nullable())
    .parse(db.prepare('SELECT settings_hash FROM device ORDER BY id').pluck().all());
  return hashes.map((hash) => states.textOf(hash));
}

test('unused texts are removed; settings that a device has cannot be', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const states = openStates(db);
  db.exec(`INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES ('school', 'School', 1, 0)`);
  states.store('{"volume":8}');
  db.prepare(
    `INSERT INTO device (id, enterprise_id, enrollment_token, settings_hash, created_at_ms) VALUES ('A', 'school', 't', ?, 0)`,
  ).run(states.store(KIOSK));

  expect(states.deleteUnused(Date.now(), 10)).toBe(1);
  expect(db.prepare('SELECT text FROM stored_state').pluck().all()).toEqual([KIOSK]);
  expect(() => db.exec('DELETE FROM stored_state')).toThrow('FOREIGN KEY');
  expect(settingsIn(db)).toEqual([KIOSK]);
});

test('a text that was rolled back is not used for the next one', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const states = openStates(db);
  db.exec('BEGIN');
  const undone = states.store(KIOSK);
  expect(states.textOf(undone)).toBe(KIOSK);
  db.exec('ROLLBACK');

  const other = states.store('{"volume":8}');

  expect(states.textOf(other)).toBe('{"volume":8}');
  expect(states.textOf(states.store(KIOSK))).toBe(KIOSK);
  expect(db.prepare('SELECT count(*) FROM stored_state').pluck().get()).toBe(2);
});

test('more texts than memory holds are read again from the store', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const states = openStates(db);
  const text = (index: number) => `{"note":"${String(index).padEnd(3 * 1024 * 1024, 'x')}"}`;
  const hashes = [0, 1, 2, 3, 4, 5, 6].map((index) => states.store(text(index)));

  const lengths = [...hashes, ...hashes].map((hash) => states.textOf(hash).slice(9, 10));

  expect(lengths.join('')).toBe('01234560123456');
});
