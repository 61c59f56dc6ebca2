import { expect, test } from 'vitest';

import { openStore } from '../../../../main/service/kernel/data-folder/open-store.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

test('an enrolment begins and ends with its device’s record', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  db.exec(`
    INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES ('school', 'School', 1, 1);
    INSERT INTO device (key, id, enterprise_id, enrollment_token, created_at_ms)
    VALUES (5, 'empty', 'school', 't5', 1);`);
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
