import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';

import { migrations } from '../../../../main/service/kernel/store/migrations/index.ts';
import { openStore } from '../../../../main/service/kernel/store/open.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const FIRST = migrations.findIndex(({ name }) => name === 'enrolments');

/**
 * A store from before enrolments were stored separately: one headset in its slot, one that moved, one that left, one
 * whose slot was deleted.
 */
function fillOldStore(db: Database): void {
  db.exec(`
    INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES ('school', 'School', 1, 1);
    INSERT INTO device (key, id, enterprise_id, enrollment_token, android_id, enrolled_at_ms, created_at_ms, is_archived, replaced_by)
    VALUES (1, 'in', 'school', 't1', 'f-in', 100, 1, 0, NULL), (2, 'moved', 'school', 't2', 'f-moved', 200, 1, 1, 'in'),
      (3, 'left', 'school', 't3', NULL, NULL, 1, 0, NULL), (5, 'empty', 'school', 't5', NULL, NULL, 1, 0, NULL);
    INSERT INTO deleted_device (key, id, enterprise_id, android_id, created_at_ms, enrolled_at_ms, deleted_at_ms)
    VALUES (4, 'deleted', 'school', 'f-deleted', 1, 400, 450);
    INSERT INTO device_event (device_key, order_ms, event_id, type, timestamp_ms, received_at_ms, is_clock_suspect, payload)
    VALUES (2, 250, 'e1', 'DEVICE_REPLACED', 250, 250, 0, '{}'), (3, 300, 'e2', 'DEVICE_ENROLLED', 300, 300, 0, '{}'),
      (3, 350, 'e3', 'DEVICE_UNENROLLED', 350, 350, 0, '{"androidId":"f-left"}');
    INSERT INTO sync_link (device_key, upstream_id) VALUES (3, 'left');
    INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms) VALUES (3, 'unenrol', 'f-left', 350);`);
}

function opened(folder: { readonly path: string }): Database & Disposable {
  const past = openStore(folder.path, migrations.slice(0, FIRST));
  fillOldStore(past);
  past.close();
  return closing(openStore(folder.path));
}

test('an older store gets an enrolment for every headset that is or was enrolled', () => {
  using folder = aFolder();
  using db = opened(folder);
  const rows = db
    .prepare(
      'SELECT device_key, android_id, started_at_ms, ended_at_ms, end_cause FROM enrolment ORDER BY device_key',
    )
    .raw()
    .all();
  expect(rows).toEqual([
    [1, 'f-in', 100, null, null],
    [2, 'f-moved', 200, 250, 'moved'],
    [3, 'f-left', 300, 350, 'unenrolled'],
    [4, 'f-deleted', 400, 450, 'deleted'],
  ]);
});

test('a step that waited for the central receives its enrolment', () => {
  using folder = aFolder();
  using db = opened(folder);
  const ids = db.prepare(
    'SELECT enrolment.android_id FROM enrolment JOIN sync_outbox ON enrolment_key = enrolment.key WHERE kind = ?',
  );
  expect(ids.pluck().all('unenrol')).toEqual(['f-left']);
});

test('an enrolment begins and ends with its device’s record', () => {
  using folder = aFolder();
  using db = opened(folder);
  const facts = () =>
    db.prepare('SELECT android_id, end_cause FROM enrolment WHERE device_key = 5 ORDER BY key').raw().all();
  db.exec("UPDATE device SET android_id = 'g', enrolled_at_ms = 7 WHERE key = 5");
  expect(facts()).toEqual([['g', null]]);
  db.exec('UPDATE device SET android_id = NULL WHERE key = 5');
  db.exec("UPDATE device SET android_id = 'h' WHERE key = 5");
  expect(facts()).toEqual([
    ['g', 'unenrolled'],
    ['h', null],
  ]);
  db.exec('UPDATE device SET is_archived = 1 WHERE key = 5');
  db.exec('UPDATE device SET is_archived = 0 WHERE key = 5');
  expect(facts()).toEqual([
    ['g', 'unenrolled'],
    ['h', 'archived'],
    ['h', null],
  ]);
  db.exec('DELETE FROM device WHERE key = 5');
  expect(facts().at(-1)).toEqual(['h', 'deleted']);
});
